#!/bin/sh
echo ONE
exit 0
