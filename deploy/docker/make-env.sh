#!/bin/sh
# Generates the secrets for docker-compose.yml into `.env` beside it. Existing values are kept.
set -eu
umask 077
compose=$(docker compose version --short 2>/dev/null || true)
if [ -n "$compose" ] && [ "$(printf '2.23.1\n%s\n' "${compose#v}" | sort -V | head -n 1)" != 2.23.1 ]; then
  echo "Docker Compose $compose is too old: docker-compose.yml needs 2.23.1 or newer." >&2
  exit 1
fi
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
add DEVICE_KEY "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
add DATA_KEY "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
add ADMIN_PASSWORD "A1$(hex)"
add MONGODB_OPERATOR_PASSWORD "$(hex)"
for service in $(tr a-z- A-Z_ <"$(dirname "$0")/services.txt"); do
  add "MONGODB_${service}_PASSWORD" "$(hex)"
done
add MONGODB_BACKUP_PASSWORD "$(hex)"
add RABBITMQ_SERVICES_PASSWORD "$(hex)"
add RABBITMQ_GATEWAY_PASSWORD "$(hex)"

# The key that signs versions and revisions of the registry (Ed25519), and its public half, as PEM in one line.
pem() {
  printf '"%s\\n"' "$(awk 'NR > 1 { printf "\\n" } { printf "%s", $0 }')"
}
if ! grep -q '^RELEASE_KEY=' "$file"; then
  key=$(openssl genpkey -algorithm ed25519)
  add RELEASE_KEY "$(printf '%s' "$key" | pem)"
  add REGISTRY_KEYS "$(printf '%s' "$key" | openssl pkey -pubout | pem)"
fi
