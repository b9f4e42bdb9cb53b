# Image of one service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=catalog --build-arg PORT=4101 .
ARG NODE_IMAGE=node:24.22.3-bookworm-slim

# Sources and all packages. Also the image for one-time tasks, such as seeding or building remotes:
# the federation plugin writes generated modules into node_modules.
FROM ${NODE_IMAGE} AS tools
WORKDIR /shop
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && mkdir -p .kinmel/uploads .kinmel/remotes .kinmel/registry node_modules/.federation \
  && chown -R node:node .kinmel node_modules/.federation
USER node
# No commit can be read in an image.
ARG RELEASE_COMMIT
ENV RELEASE_COMMIT=${RELEASE_COMMIT}

FROM tools AS build
ARG SERVICE
USER root
# The bundle contains everything except native packages and fonts, which are copied where the service has them.
RUN node tooling/src/launcher/build.ts "${SERVICE}" \
  && mkdir -p /out/node_modules \
  && cp .kinmel/build/"${SERVICE}"/main.mjs .kinmel/build/"${SERVICE}"/main.mjs.map /out/ \
  && for name in sharp @img detect-libc semver @node-rs @fontsource; do \
       if [ -e node_modules/"${name}" ]; then cp -r node_modules/"${name}" /out/node_modules/; fi; \
     done \
  && find /out/node_modules/@fontsource -type f ! -name '*-[47]00-normal.woff' ! -name '*.json' -delete

FROM ${NODE_IMAGE} AS run
ARG PORT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${PORT} UPLOADS_FOLDER=/shop/uploads
ENV AVATARS_FOLDER=/shop/avatars AUTH_KEYS_FOLDER=/shop/auth-keys REQUEST_PHOTOS_FOLDER=/shop/request-photos
ENV DEVICE_PHOTOS_FOLDER=/shop/device-photos PAYOUT_PROOFS_FOLDER=/shop/payout-proofs
WORKDIR /shop
COPY --from=build --chown=node:node /out ./
RUN mkdir -p uploads avatars auth-keys request-photos device-photos payout-proofs \
  && chown node:node uploads avatars auth-keys request-photos device-photos payout-proofs \
  && chmod 700 auth-keys request-photos device-photos payout-proofs
USER node
EXPOSE ${PORT}
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM reaches node itself, which then finishes its requests within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "main.mjs"]
