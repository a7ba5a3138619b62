"use client";

import dynamic from "next/dynamic";
import { useChoose, usePreference } from "@/components/preferences/preferences";

// The browser asks what is done, so the server has nothing to render.
const Steps = dynamic(() => import("./steps").then((made) => made.Steps), { ssr: false });

/** Setup steps after installation; hidden once all are done or dismissed. */
export function Checklist() {
  const checklist = usePreference("checklist");
  const choose = useChoose();
  if (checklist === "hidden") return null;
  return <Steps hide={() => choose("checklist", "hidden")} />;
}
