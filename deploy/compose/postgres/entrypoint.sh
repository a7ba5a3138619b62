#!/bin/sh -e
# Initialises the folder and starts Postgres as the image `postgres:18` does with these variables.
data=/var/lib/postgresql/18/docker
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }

install -d -o postgres -g postgres /run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$data"
  install -o postgres -g postgres -m 600 /dev/null /run/postgresql/password
  printf %s "$POSTGRES_PASSWORD" > /run/postgresql/password
  as_postgres initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /run/postgresql/password --auth-host scram-sha-256 --locale C.UTF-8
  rm /run/postgresql/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | as_postgres postgres --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D "$data" -c listen_addresses='*'
