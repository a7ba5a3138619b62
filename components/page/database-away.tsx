"use client";

import dynamic from "next/dynamic";

// Every page can show these, so their code is not part of its first load.
const load = () => import("./database-away-card");
const loading = () => null;
export const DatabaseAway = dynamic(() => load().then((made) => made.DatabaseAwayPage), {
  loading,
});
export const DatabaseAwayCard = dynamic(() => load().then((made) => made.DatabaseAwayCard), {
  loading,
});
