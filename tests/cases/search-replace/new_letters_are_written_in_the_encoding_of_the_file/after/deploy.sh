#!/bin/sh
# Déploie le site.
set -eu

prepare() {
    log "préparation"
    log "début à $(date)"
    npm ci
}

envoie() {
    log "copie"
    rsync -a dist/ "$HOST:/srv/"
}

prepare
envoie
log "terminé à l'heure"
