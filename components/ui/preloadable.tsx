import dynamic from "next/dynamic";
import { type ComponentType, useState } from "react";

/**
 * Returns a component that loads its code at its first rendering, or earlier by `preload`. A preloaded component renders at once.
 * React renders a lazy component empty first, and keeps it empty for 300 ms. With `ssr` the server draws it, too.
 */
export function preloadable<P extends object>(load: () => Promise<ComponentType<P>>, ssr = false) {
  let loaded: ComponentType<P> | undefined;
  const Lazy = dynamic(load, { ssr });
  function Preloadable(props: P) {
    // Kept, because another component would lose its state.
    const [Drawn] = useState(() => loaded ?? Lazy);
    return <Drawn {...props} />;
  }
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Preloadable, { preload });
}
