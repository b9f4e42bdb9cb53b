#!/bin/sh
# Generates the secrets for docker-compose.yml into `.env` beside it. Existing values are kept.
set -eu
umask 077
file=${1:-"$(dirname "$0")/../../.env"}
touch "$file"
chmod 600 "$file"

add() {
  grep -q "^$1=" "$file" || printf '%s=%s\n' "$1" "$2" >>"$file"
}
hex() {
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

add SERVICE_TOKEN "$(hex)"
add MAIL_SEAL_KEY "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
add TRACKING_KEY "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
add ADMIN_PASSWORD "A1$(hex)"
add MONGODB_OPERATOR_PASSWORD "$(hex)"
for service in AUTH CATALOG ORDER OFFER SERVICE_REQUEST NOTIFICATION; do
  add "MONGODB_${service}_PASSWORD" "$(hex)"
done
add RABBITMQ_SERVICES_PASSWORD "$(hex)"
add RABBITMQ_GATEWAY_PASSWORD "$(hex)"
