set -e
set -u

cd /srv
