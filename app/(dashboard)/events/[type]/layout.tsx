import type { ReactNode } from "react";
import { nameOf } from "./name-of";

type Props = { params: Promise<{ type: string }>; children: ReactNode };

/** Above what streams, so that an unknown name is answered 404. */
export default async function EventTypeLayout({ params, children }: Props) {
  await nameOf(params);
  return children;
}
