// A problem of each game for the first look.

export const EXAMPLES = {
  // Musou no. 38 by Ito Sokan III (1734).
  shogi: { position: "2B3l2/5lg2/5p1n1/6k1g/5P2+B/5Sg1N/6N+l1/9/9 b SN2rg2sl16p 1", title: "将棋無双 第三十八番" },
  minishogi: { position: "k4/5/2G2/+B4/5 b P2rbg2sp 1" },
  sho: { position: "8k/9/7G1/8p/9/9/9/8R/9 b - 1" },
  chu: { position: "9k1+P/11+S/8[FL]1B1/12/12/12/12/12/12/12/12/12 b - 1" },
  dai: { position: "15/13k1/12[PH]2/12+[BT]2/15/15/15/15/15/15/15/15/15/15/15 b - 1" },
  maka_dai_dai: { position: "17+[kr]k/17[VO][dv]/16[KR]1N/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1" },
  hishigata: { position: "18k/15[DV][CA]2/12+[ds]1+G4/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1" },
};
