import type { Metadata } from "next";
import type { ReactNode } from "react";
import { preferences } from "@/app/preferences";
import { DocsFrame } from "@/components/docs/frame";
import { PreferencesProvider } from "@/components/preferences/preferences";
import { contents } from "./contents";

export const metadata: Metadata = {
  title: { template: "%s · Docs · Postback", default: "Docs" },
  description:
    "How to receive, verify and publish webhooks with Postback, and every call of its API.",
};

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <PreferencesProvider initial={await preferences()}>
      <DocsFrame parts={contents()}>{children}</DocsFrame>
    </PreferencesProvider>
  );
}
