set -e
set -u
set -x

cd /srv
