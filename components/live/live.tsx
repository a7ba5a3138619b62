"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hear } from "./connection";
import { Refresher } from "./refresher";

/** Keeps every screen up to date: what changes on the server is read again. Stands once, in the frame. */
export function Live() {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = new Refresher(client);
    let passedOver = false;
    // What nobody looks at is read when somebody does.
    const unhear = hear((changes) => {
      if (document.hidden) passedOver = true;
      else refresher.note(changes);
    });
    const look = () => {
      if (document.hidden || !passedOver) return;
      passedOver = false;
      refresher.note(undefined);
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      unhear();
      document.removeEventListener("visibilitychange", look);
      refresher.stop();
    };
  }, [client]);
  return null;
}
