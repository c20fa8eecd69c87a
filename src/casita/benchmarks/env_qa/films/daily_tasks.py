"""Chores of daily life as short programs over the verbs: one row each, an order a step.

A step names kinds of things. `|` stands between kinds of which the first that is there is taken, all through the
chore; a step in brackets is left out where it is not needed or cannot be done, such as opening what is open.
"""

from __future__ import annotations

VEGETABLE = "potato|tomato|egg|bread"
DISH = "plate|bowl|pan|pot|mug|cup"
CUP = "mug|cup"
SMALL = "cd|cell phone|remote control|watch|key chain|pencil|pen"
FOOD = "apple|tomato|potato|bread|lettuce"

DAILY_TASKS: dict[str, tuple[str, ...]] = {
    "heat something": (
        "[open microwave]", f"move {VEGETABLE} to microwave", "close microwave", "turn on microwave",
        "turn off microwave", "open microwave", f"move {VEGETABLE} to plate|counter top",
    ),
    "make coffee": (f"[clean {CUP}]", f"move {CUP} to coffee machine", "turn on coffee machine",
                    "turn off coffee machine", f"move {CUP} to dining table|counter top"),
    "wash a dish": (f"[make {DISH} dirty]", f"move {DISH} to sink", "turn on faucet", f"[clean {DISH}]",
                    "turn off faucet", f"move {DISH} to counter top|dining table"),
    "chill something": ("[open fridge]", f"move {FOOD} to fridge", "close fridge", "open fridge",
                        f"move {FOOD} to counter top|dining table", "close fridge"),
    "cook in a pot": ("turn on stove burner", "move pot|pan to stove burner", f"[move {VEGETABLE} to pot|pan]",
                      "move pot|pan to counter top|dining table", "turn off stove burner"),
    "boil water": ("fill kettle|pot with water", "turn on stove burner", "move kettle|pot to stove burner",
                   "move kettle|pot to counter top|dining table", "turn off stove burner"),
    "make toast": ("slice bread", "[move knife|butter knife to counter top|sink]", "turn on toaster",
                   "turn off toaster"),
    "make a salad": ("slice lettuce|tomato|apple", "move bowl|plate to counter top|dining table", "push bowl|plate",
                     "[put salt shaker|pepper shaker near bowl|plate]"),
    "pour a glass of wine": ("move wine bottle|cup to counter top|dining table", f"fill {CUP} with wine",
                             f"put {CUP} near plate|wine bottle", f"empty {CUP}"),
    "set the table": ("move plate to dining table|counter top", f"put {CUP} near plate",
                      "put bowl|salt shaker|wine bottle|pot near plate", f"fill {CUP} with water"),
    "clear the table": (f"move {DISH} to sink", "tidy dining table|coffee table|side table", "turn on faucet",
                        "turn off faucet"),
    "throw things away": ("move apple|potato|tomato|egg|soap bottle|tissue box to garbage can", "find sink|bed|sofa",
                          f"[make {DISH} dirty]", f"[clean {DISH}]"),
    "water the plant": ("find house plant", "fill watering can|bottle|bowl|mug|cup with water",
                        "put watering can|bottle|bowl|mug|cup near house plant",
                        "empty watering can|bottle|bowl|mug|cup"),
    "watch television": ("[turn off television]", "move remote control to sofa|coffee table|arm chair|side table",
                         "turn on television", "[turn on floor lamp|desk lamp]", "turn off television"),
    "read a book": ("move book to sofa|bed|arm chair|desk", "[turn on floor lamp|desk lamp]", "open book", "close book",
                    "[turn off floor lamp|desk lamp]"),
    "work at the desk": ("move laptop to desk|dining table|coffee table", "open laptop", "turn on laptop",
                         "put pen|pencil|cell phone near laptop", "turn off laptop", "close laptop"),
    "tidy up toys": ("move teddy bear to bed|sofa|arm chair", "[push basket ball]", "[move basket ball to box|shelf]",
                     "push teddy bear", "find teddy bear"),
    "make the bed": ("find bed", "move pillow to bed", "push pillow", "[turn off desk lamp|floor lamp]"),
    "go to sleep": ("move cell phone to side table|desk|dresser", "[put alarm clock near cell phone]",
                    "[turn on desk lamp|floor lamp]", "[turn off desk lamp|floor lamp]", "find bed"),
    "put things into a drawer": ("[open drawer]", f"move {SMALL} to drawer", "close drawer", "open drawer"),
    "play records": ("move cd to desk|coffee table|side table|dresser|tv stand", "[open laptop]",
                     "turn on laptop|television|desktop", "turn off laptop|television|desktop"),
    "pack a box": ("[open box]", "move remote control|book|watch|key chain to box", "[close box]", "[push box]"),
    "have an accident": ("push vase|cup|mug|bowl|bottle", "break vase|cup|mug|bowl|bottle",
                         "find garbage can", "push vase|cup|mug|bowl|bottle"),
    "take a bath": ("turn on faucet", "[move soap bar|soap bottle to bathtub|sink]", "turn off faucet",
                    "move towel|hand towel|cloth to bathtub|sink|toilet|counter top"),
    "clean the bathroom": ("find toilet", "put scrub brush|plunger|cloth near toilet", "make mirror|sink|cloth dirty",
                           "clean mirror|sink|cloth", "turn on faucet", "turn off faucet"),
    "use the toilet": ("open toilet", "[use up toilet paper]", "close toilet", "turn on faucet", "turn off faucet",
                       "move hand towel|towel|cloth to sink|bathtub"),
    "brighten a room": ("[turn off light switch]", "turn on light switch", "[open blinds]", "[close blinds]",
                        "[open blinds]"),
    "light candles": ("turn on candle", "put candle near soap bottle|spray bottle|vase|soap bar", "turn off candle",
                      "move candle to bathtub|toilet|counter top|side table"),
    "do the laundry": ("[open laundry hamper]", "move cloth|towel|hand towel|pillow to laundry hamper",
                       "[close laundry hamper]", "find towel|hand towel|cloth|bed"),
}  # fmt: skip
"""By name; a film shows all steps of a chore, or none."""
