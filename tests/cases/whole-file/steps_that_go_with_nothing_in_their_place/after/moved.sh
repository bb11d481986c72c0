#!/bin/sh
echo start
cp jars bin
set -eu
echo stop
