set -eu
echo start
cp jars bin
