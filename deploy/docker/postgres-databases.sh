#!/bin/sh
# Each service owns a database. Run by the postgres image on an empty data folder.
set -eu
for name in $LINQR_DATABASES; do
  createdb --username "$POSTGRES_USER" "$name"
done
