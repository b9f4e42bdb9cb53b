#!/bin/sh
# Generates the secrets of the overlay single-node into its git-ignored folder `secrets`. Existing values are kept.
set -eu
umask 077
here=$(dirname "$0")
folder=${1:-"$here/overlays/single-node/secrets"}
mkdir -p "$folder"
sh "$here/../docker/make-env.sh" "$folder/drawn.env"
. "$folder/drawn.env"

{
  for name in SERVICE_TOKEN MAIL_SEAL_KEY TRACKING_KEY DEVICE_KEY DATA_KEY ADMIN_PASSWORD; do grep "^$name=" "$folder/drawn.env"; done
  for service in $(cat "$here/../docker/services.txt"); do
    word=$(echo "$service" | tr - _)
    name=$(echo "$word" | tr a-z A-Z)
    password=$(eval "echo \"\$MONGODB_${name}_PASSWORD\"")
    echo "${name}_MONGODB_URI=mongodb://$service:$password@mongodb:27017/kinmel_$word?replicaSet=rs0"
  done
  echo "BACKUP_MONGODB_URI=mongodb://backup:$MONGODB_BACKUP_PASSWORD@mongodb:27017/?replicaSet=rs0"
  echo "SERVICES_AMQP_URL=amqp://services:$RABBITMQ_SERVICES_PASSWORD@rabbitmq:5672"
  echo "GATEWAY_AMQP_URL=amqp://gateway:$RABBITMQ_GATEWAY_PASSWORD@rabbitmq:5672"
  echo "SMTP_URL=smtp://mail:1025"
} >"$folder/shop.env.new"
# Keeps added values, such as the keys of card payments.
if [ -f "$folder/shop.env" ]; then
  while IFS= read -r line; do
    grep -q "^${line%%=*}=" "$folder/shop.env.new" || printf '%s\n' "$line" >>"$folder/shop.env.new"
  done <"$folder/shop.env"
fi
mv "$folder/shop.env.new" "$folder/shop.env"

{
  echo "MONGO_INITDB_ROOT_PASSWORD=$MONGODB_OPERATOR_PASSWORD"
  grep '^MONGODB_.*_PASSWORD=' "$folder/drawn.env" | grep -v OPERATOR
} >"$folder/mongodb.env"

printf '%b' "$RELEASE_KEY" >"$folder/release-key"
printf '%b' "$REGISTRY_KEYS" >"$folder/trusted-keys"

# As in docker-compose.yml, which explains them.
cat >"$folder/definitions.json" <<END
{
  "vhosts": [{ "name": "/" }],
  "users": [
    { "name": "services", "password": "$RABBITMQ_SERVICES_PASSWORD", "tags": "" },
    { "name": "gateway", "password": "$RABBITMQ_GATEWAY_PASSWORD", "tags": "" }
  ],
  "permissions": [
    { "user": "services", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*" },
    {
      "user": "gateway",
      "vhost": "/",
      "configure": "^amq\\\\.gen-.*\$",
      "write": "^amq\\\\.gen-.*\$",
      "read": "^(amq\\\\.gen-.*|kinmel\\\\.events\\\\.live)\$"
    }
  ]
}
END
