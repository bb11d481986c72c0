#!/bin/sh
echo start
set -eu
cp jars bin
echo stop
