# Runs any part of the service: gateway, worker, or a command. The database is a server of its own, named by DATABASE_URL.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# without the embedded Postgres and the Node binary of npm: the image has its own Node, compose its own Postgres
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc vite.config.ts ./
# the bundler is an optional package of its platform
RUN npm ci --ignore-scripts
COPY samples/requests.json ./samples/
COPY src ./src
RUN node src/main.ts build

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="webset" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    METRICS_PORT=9464 \
    DATA_DIR=/data
WORKDIR /app
RUN groupadd --system --gid 10001 webset \
 && useradd --system --uid 10001 --gid webset --no-create-home webset \
 && install -d -o webset -g webset /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE schema.graphql ./
COPY drizzle ./drizzle
COPY samples ./samples
COPY src ./src
COPY --from=web /app/dist ./dist
USER webset
EXPOSE 4000 9464
VOLUME ["/data"]
# a gateway answers on PORT, a worker on METRICS_PORT
HEALTHCHECK --interval=10s --timeout=3s --retries=5 CMD ["node", "src/main/commands/health-check.ts"]
ENTRYPOINT ["node", "src/main.ts"]
CMD ["gateway"]
