# syntax=docker/dockerfile:1
# The app's static files behind nginx as an ordinary user: docker build -f deploy/docker/frontend.Dockerfile .
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build && node deploy/docker/screens.mjs frontend/dist screens.conf

FROM nginxinc/nginx-unprivileged:1.29-alpine AS run
COPY deploy/docker/nginx/nginx.conf /etc/nginx/nginx.conf
COPY deploy/docker/nginx/site /etc/nginx/site
COPY deploy/docker/nginx/templates /etc/nginx/templates
COPY --from=build /src/screens.conf /etc/nginx/site/screens.conf
COPY --from=build /src/frontend/dist /usr/share/nginx/html
# The base image's entry writes the templates with the origins of the environment, then becomes nginx.
ENV NGINX_ENVSUBST_OUTPUT_DIR=/tmp NGINX_ENVSUBST_FILTER=^(APP|SHORT)_ORIGIN$ NGINX_ENTRYPOINT_QUIET_LOGS=1
USER 65532:65532
ENTRYPOINT ["/docker-entrypoint.sh"]
CMD ["nginx", "-g", "daemon off;"]
