# Image of the render process: docker build -f deploy/docker/render.Dockerfile .
# Shell and remotes are not in it: it reads them in the volume /shop/remotes. It writes nothing and calls nothing.
ARG NODE_IMAGE=node:24.22.3-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
ARG RELEASE_COMMIT
RUN node tooling/src/launcher/build.ts render \
  && mkdir -p /out \
  && cp .kinmel/build/render/*.mjs .kinmel/build/render/*.mjs.map /out/

FROM ${NODE_IMAGE} AS run
ENV NODE_ENV=production HOST=0.0.0.0 RENDER_PORT=4107
ENV SHELLS_FOLDER=/shop/remotes/shell REMOTES_FOLDER=/shop/remotes
WORKDIR /shop
COPY --from=build --chown=node:node /out ./
RUN mkdir -p remotes && chown node:node remotes
USER node
EXPOSE 4107
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.RENDER_PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--permission", "--allow-worker", \
  "--disable-warning=SecurityWarning", "--allow-fs-read=/shop/", "main.mjs"]
