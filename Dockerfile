# Builds the server and runs it alone:
# docker build -t exhibit . && docker run -p 3000:3000 -v exhibit:/data exhibit
# The build runs on the architecture of this computer, for whichever --platform is built: the server is
# JavaScript, and `npm run release` adds the binaries of the other architecture.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The commit, which the server reports: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
ARG TARGETARCH
RUN COMMIT=$COMMIT npm run build \
  && COMMIT=$COMMIT npm run release -- --skip-build --folder /release --arch $TARGETARCH

FROM node:24-bookworm-slim
# jemalloc: picture conversion settles at two thirds of the memory it keeps with glibc's allocator.
RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2 && rm -rf /var/lib/apt/lists/* \
  && ln -s /usr/lib/*/libjemalloc.so.2 /usr/lib/libjemalloc.so.2 \
  && mkdir -m 700 /data && chown node:node /data
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 LD_PRELOAD=/usr/lib/libjemalloc.so.2
WORKDIR /app
COPY --from=build /release ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["./exhibit"]
