"use client";

import { UpdateNotice } from "./update-notice";

/** Parts of the frame that show nothing at first. They load once the page is idle: after an update their code may be gone. */
export function IdleParts() {
  return <UpdateNotice />;
}
