import type { NextConfig } from "next";
import {
  dataPolicy,
  isolatedOpener,
  plainPolicy,
  securityHeaders,
  thisMachine,
} from "./lib/http/security-headers";

const pairs = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));
const headersWith = (policy: string) =>
  pairs({ ...securityHeaders, "content-security-policy": policy });

const config: NextConfig = {
  // `GET /v1/` must answer like `GET /v1`: clients use it to test a key.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // The server compresses documents after their content is in place (server/http/pages/hold-document.ts).
  compress: false,
  reactStrictMode: true,
  devIndicators: false,
  // Titles are in the first bytes of every page, and not added later: their reads are those of the layout.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // The last match wins. `proxy.ts` replaces the policy of a page by one with a nonce.
  headers: async () => [
    { source: "/:path*", headers: headersWith(plainPolicy) },
    { source: "/v1/:path*", headers: headersWith(dataPolicy) },
    {
      source: "/:path*",
      has: [{ type: "host", value: thisMachine }],
      headers: pairs(isolatedOpener),
    },
  ],
  // `npm run verify` checks types; a first start need not repeat that.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  experimental: {
    // Without it a click while the network or the server is away leaves for the browser's own error page.
    useOffline: true,
    // Node would read the map of each loaded chunk and keep its text: 47 MB of web's heap once the pages have been opened.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  serverExternalPackages: ["@node-rs/argon2", "pino", "postgres", "undici"],
};

export default config;
