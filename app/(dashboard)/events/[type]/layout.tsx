import type { ReactNode } from "react";
import { nameOf } from "./name-of";

type Props = { params: Promise<{ type: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown name returns 404. */
export default async function EventTypeLayout({ params, children }: Props) {
  await nameOf(params);
  return children;
}
