set -euo pipefail
echo start
cp jars bin
