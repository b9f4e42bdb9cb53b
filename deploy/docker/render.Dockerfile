# Image of the render process: docker build -f deploy/docker/render.Dockerfile --build-arg PORT=<its port> .
# Shell and remotes are not in it: it reads them in the volume /shop/remotes. It writes nothing and calls nothing.
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
RUN node tooling/src/launcher/build.ts render \
  && mkdir -p /out \
  && cd .kinmel/build/render \
  && cp *.mjs *.mjs.map sbom.cdx.json licences.txt /out/

FROM ${NODE_IMAGE} AS run
ARG PORT
ENV NODE_ENV=production HOST=0.0.0.0 RENDER_PORT=${PORT}
ENV SHELLS_FOLDER=/shop/remotes/shell REMOTES_FOLDER=/shop/remotes
WORKDIR /shop
COPY --from=build /out ./
RUN mkdir -p remotes && chown node:node remotes
USER node
EXPOSE ${PORT}
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/$RENDER_PORT && printf 'GET /health/ready HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--permission", "--allow-worker", \
  "--disable-warning=SecurityWarning", "--allow-fs-read=/shop/", "main.mjs"]
