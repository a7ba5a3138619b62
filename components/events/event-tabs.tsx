import { Tabs } from "@/components/page/tabs";

export function EventTabs() {
  return (
    <Tabs
      label="Events"
      tabs={[
        { href: "/events", name: "Catalogue" },
        { href: "/events/published", name: "Published" },
      ]}
    />
  );
}
