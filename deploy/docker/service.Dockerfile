# Image of one service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=catalog --build-arg PORT=<its port> .
ARG NODE_IMAGE=node:24.22.3-bookworm-slim

# The manifests alone, so that a change of sources installs nothing again. All three Dockerfiles begin with these stages.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /shop
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS packages
WORKDIR /shop
COPY --from=manifests /shop ./
# The image has Node itself.
RUN npm ci --ignore-scripts --no-audit --no-fund --cache /tmp/npm \
  && rm -rf /tmp/npm node_modules/node-linux-*

# Sources and all packages. Also the image for one-time tasks, such as seeding or building remotes:
# the federation plugin writes generated modules into node_modules.
FROM packages AS tools
COPY . .
RUN for volume in uploads avatars request-photos device-photos payout-proofs remotes registry backups; do mkdir -p ".kinmel/$volume"; done \
  && chmod 700 .kinmel/request-photos .kinmel/device-photos .kinmel/payout-proofs .kinmel/backups \
  && mkdir -p node_modules/.federation && chown -R node:node .kinmel node_modules/.federation
# All packages of the lock file: this image has every one of them.
RUN npm sbom --sbom-format cyclonedx --package-lock-only > sbom.cdx.json
USER node
# No commit can be read in an image.
ARG RELEASE_COMMIT
ENV RELEASE_COMMIT=${RELEASE_COMMIT}

FROM tools AS build
ARG SERVICE
USER root
# The bundle contains everything except native packages and fonts, which are copied where the bundle names them. Its lines are cut, also
# inside names.
RUN node tooling/src/launcher/build.ts "${SERVICE}" \
  && mkdir -p /out/node_modules \
  && (cd .kinmel/build/"${SERVICE}" && cp *.mjs *.mjs.map sbom.cdx.json licences.txt /out/) \
  && tr -d '\\\n' < /out/main.mjs > /tmp/bundle \
  && for name in sharp @node-rs @fontsource; do \
       if grep -q "[\"\`]${name}" /tmp/bundle; then cp -r node_modules/"${name}" /out/node_modules/; fi; \
     done \
  && if [ -e /out/node_modules/sharp ]; then \
       cp -r node_modules/@img node_modules/detect-libc node_modules/semver /out/node_modules/; \
     fi \
  && find /out/node_modules -path '*/@fontsource/*' -type f ! -name '*-[47]00-normal.woff' ! -name '*.json' -delete

FROM ${NODE_IMAGE} AS run
ARG PORT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${PORT} UPLOADS_FOLDER=/shop/uploads
ENV AVATARS_FOLDER=/shop/avatars AUTH_KEYS_FOLDER=/shop/auth-keys REQUEST_PHOTOS_FOLDER=/shop/request-photos
ENV DEVICE_PHOTOS_FOLDER=/shop/device-photos PAYOUT_PROOFS_FOLDER=/shop/payout-proofs
WORKDIR /shop
COPY --from=build /out ./
RUN mkdir -p uploads avatars auth-keys request-photos device-photos payout-proofs \
  && chown node:node uploads avatars auth-keys request-photos device-photos payout-proofs \
  && chmod 700 auth-keys request-photos device-photos payout-proofs
USER node
EXPOSE ${PORT}
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/$PORT && printf 'GET /health/ready HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# SIGTERM reaches node itself, which then finishes its requests within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "main.mjs"]
