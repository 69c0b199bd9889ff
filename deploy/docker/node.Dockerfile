# syntax=docker/dockerfile:1
# One image for each Node part: docker build -f deploy/docker/node.Dockerfile --build-arg SERVICE=services/link .
# Reproducible: packages from the lock file, times from SOURCE_DATE_EPOCH (docker buildx build --output type=image,rewrite-timestamp=true).
# Bill of materials: /app/sbom.cdx.json is in the image (CycloneDX, npm packages); that of the system below it and the provenance
# come from docker buildx build --sbom=true --provenance=true.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
ARG SERVICE
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
RUN node deploy/docker/tree.mjs "${SERVICE}" /app \
 && ln -s "/app/${SERVICE}" /app/part

# For skaffold dev: a shell, tar for file sync, and a process that starts again when its code changes.
FROM node:${NODE_VERSION}-bookworm-slim AS dev
ENV NODE_ENV=production
COPY --from=build --chown=65532:65532 /app /app
USER 65532:65532
WORKDIR /app/part
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["--watch", "--watch-preserve-output", "dist/main.js"]

# No shell, no package manager, not root. Node is PID 1 (exec form) and handles SIGTERM itself.
FROM gcr.io/distroless/nodejs${NODE_VERSION}-debian12:nonroot AS run
ENV NODE_ENV=production
COPY --from=build /app /app
USER 65532:65532
WORKDIR /app/part
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["dist/main.js"]
