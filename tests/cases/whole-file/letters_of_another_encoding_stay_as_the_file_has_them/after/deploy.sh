#!/bin/sh
# Déploie le site.
set -eu

prepare() {
    log "préparation"
    npm ci --quiet
}

envoie() {
    log "copie achevée"
    rsync -a dist/ "$HOST:/srv/"
}

prepare
envoie
log "terminé à l'heure"
