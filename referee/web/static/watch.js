// The players' screen: what is public, large.

import { drawFacts, drawFelt } from "./felt.js";
import { listen } from "./live.js";

listen("/live/public", (table) => {
  drawFacts(table);
  drawFelt(table);
});
