#!/bin/sh
python -m src.cart
