#!/bin/sh
# Déploie le site.
set -eu

prepare() {
    log "préparation"
    npm ci
}

envoie() {
    log "copie"
    rsync -a dist/ "$HOST:/srv/"
}

prepare
envoie
log "terminé à l'heure"
