import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./globals.css";
import { fonts } from "./fonts/fonts";
import { preferences } from "./preferences";

export const metadata: Metadata = {
  title: { template: "%s · Postback", default: "Postback" },
  description: "Webhook deliveries of the video service: endpoints, requests and responses.",
  robots: { index: false, follow: false },
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" } },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f9" },
    { media: "(prefers-color-scheme: dark)", color: "#0a0c10" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, density } = await preferences();
  return (
    <html
      lang="en"
      className={fonts}
      data-theme={theme === "system" ? undefined : theme}
      data-density={density === "compact" ? density : undefined}
    >
      <body>{children}</body>
    </html>
  );
}
