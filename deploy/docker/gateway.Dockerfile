# Image of the gateway: docker build -f deploy/docker/gateway.Dockerfile --build-arg PORT=<its port> .
# Shell and remotes are not in it: they are deployed into the volumes /shop/remotes and /shop/registry while it runs.
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

FROM packages AS build
COPY . .
ARG RELEASE_COMMIT
RUN node tooling/src/launcher/build.ts gateway \
  && mkdir -p /out \
  && cd .kinmel/build/gateway \
  && cp *.mjs *.mjs.map sbom.cdx.json licences.txt /out/

FROM ${NODE_IMAGE} AS run
ARG PORT
ENV NODE_ENV=production HOST=0.0.0.0 GATEWAY_PORT=${PORT}
ENV SHELLS_FOLDER=/shop/remotes/shell REMOTES_FOLDER=/shop/remotes REGISTRY_FOLDER=/shop/registry UPLOADS_FOLDER=/shop/uploads
ENV REGISTRY_KEYS_FILE=/run/secrets/trusted-keys
WORKDIR /shop
COPY --from=build /out ./
RUN mkdir -p remotes registry uploads && chown node:node remotes registry uploads
USER node
EXPOSE ${PORT}
# Of a first start the pages are built meanwhile.
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s --retries=3 \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/$GATEWAY_PORT && printf 'GET /health/ready HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "main.mjs"]
