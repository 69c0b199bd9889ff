# syntax=docker/dockerfile:1
# The app's static files behind nginx as an ordinary user: docker build -f deploy/docker/frontend.Dockerfile .
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build && node deploy/docker/compress.mjs frontend/dist

FROM nginxinc/nginx-unprivileged:1.29-alpine AS run
COPY deploy/docker/nginx/nginx.conf /etc/nginx/nginx.conf
COPY deploy/docker/nginx/site /etc/nginx/site
COPY --from=build /src/frontend/dist /usr/share/nginx/html
USER 65532:65532
ENTRYPOINT ["nginx", "-g", "daemon off;"]
