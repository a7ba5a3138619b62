"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hear } from "./connection";
import { refresher } from "./refresher";

/** Keeps every screen up to date: what changes on the server is read again. Stands once, in the frame. */
export function Live() {
  const client = useQueryClient();
  useEffect(() => {
    const screens = refresher(client);
    let passedOver = false;
    // What nobody looks at is read when somebody does.
    const unhear = hear((changes) => {
      if (document.hidden) passedOver = true;
      else screens.note(changes);
    });
    const look = () => {
      if (document.hidden || !passedOver) return;
      passedOver = false;
      screens.note(undefined);
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      unhear();
      document.removeEventListener("visibilitychange", look);
      screens.stop();
    };
  }, [client]);
  return null;
}
