# Image of the gateway: docker build -f deploy/docker/gateway.Dockerfile .
# Shell and remotes are not in it: they are deployed into the volumes /shop/remotes and /shop/registry while it runs.
ARG NODE_IMAGE=node:24.22.3-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
ARG RELEASE_COMMIT
RUN node tooling/src/launcher/build.ts gateway \
  && mkdir -p /out \
  && cp .kinmel/build/gateway/main.mjs .kinmel/build/gateway/main.mjs.map /out/

FROM ${NODE_IMAGE} AS run
ENV NODE_ENV=production HOST=0.0.0.0 GATEWAY_PORT=8080
ENV SHELLS_FOLDER=/shop/remotes/shell REMOTES_FOLDER=/shop/remotes REGISTRY_FOLDER=/shop/registry UPLOADS_FOLDER=/shop/uploads
ENV REGISTRY_KEYS_FILE=/run/secrets/trusted-keys
WORKDIR /shop
COPY --from=build --chown=node:node /out ./
RUN mkdir -p remotes registry uploads && chown node:node remotes registry uploads
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.GATEWAY_PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "main.mjs"]
