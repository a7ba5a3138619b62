import type { NextConfig } from "next";

const config: NextConfig = {
  // `GET /v1/` must answer like `GET /v1`: clients use it to test a key.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  images: { unoptimized: true },
  // `npm run verify` checks types; a start on a stranger's machine need not do it again.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  serverExternalPackages: ["@node-rs/argon2", "pino", "postgres", "undici"],
};

export default config;
