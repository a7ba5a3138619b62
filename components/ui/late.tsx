import dynamic from "next/dynamic";
import { type ComponentType, useState } from "react";

/**
 * Returns a component whose code loads when it is drawn or preloaded. Once loaded it is drawn at once: a lazy component is
 * drawn empty first, and React keeps that for 300 ms.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  const Lazy = dynamic(load, { ssr: false });
  function Late(props: P) {
    // Kept, because another component would lose its state.
    const [Drawn] = useState(() => loaded ?? Lazy);
    return <Drawn {...props} />;
  }
  const preload = async () => {
    loaded = await load();
  };
  return Object.assign(Late, { preload });
}
