/** Two letters are a country's. Of these, people mean files: java, md, mov, py and zip. */
const COUNTRIES =
  "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg " +
  "ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh " +
  "gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr " +
  "kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng " +
  "ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so " +
  "sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye " +
  "yt za zm zw";
const OTHERS =
  "academy accountants actor adult aero agency airforce amsterdam analytics apartments app archi army art asia associates " +
  "attorney auction audio auto baby band bank bar barcelona bargains bayern beauty beer berlin best bet bike bio biz black " +
  "blog blue boutique broker brussels build builders business buzz cab cafe camera camp capital car cards care career " +
  "careers cars casa cash casino cat catering center ceo charity chat cheap church city claims cleaning click clinic " +
  "clothing cloud club coach codes coffee college cologne com community company computer consulting contact contractors " +
  "cooking cool coop country coupons courses credit cricket cruises crypto cymru dance data date dating day deals degree " +
  "delivery democrat dental design dev diamonds diet digital direct directory discount doctor dog domains download earth " +
  "eco edu education email energy engineer engineering enterprises equipment estate events example exchange expert express " +
  "fail faith family fan fans farm fashion film finance financial fish fishing fit fitness flights florist flowers fm foo " +
  "football forsale forum foundation frl fun fund furniture futbol fyi gallery game games garden gay gent gift gifts gives " +
  "glass global gmbh gold golf google gov graphics gratis green gripe group guide guitars guru hamburg haus health " +
  "healthcare help hiphop hockey holdings holiday homes horse hospital host hosting hotel house how icu immo inc industries " +
  "info ink institute insurance insure int international invalid investments irish jetzt jewelry jobs juegos kaufen kim " +
  "kitchen koeln land lat law lawyer lease legal lgbt life lighting limited limo link live llc loan loans local lol london " +
  "love ltd luxury maison management market marketing markets mba media medical melbourne memorial men menu miami mil mobi " +
  "moda moe mom money mortgage movie museum name navy net network news ngo ninja now nrw nyc observer one ong onl online " +
  "ooo org organic page paris partners parts party pet pharmacy photo photography photos physio pics pictures pink pizza " +
  "place plumbing plus poker porn post press pro productions promo properties property protection pub quebec racing radio " +
  "recipes red rehab reise reisen rent rentals repair report republican rest restaurant review reviews rich rip rocks rodeo " +
  "run sale salon sarl school schule science scot security services sex sexy shoes shop shopping show ski soccer social " +
  "software solar solutions soy space store stream studio study style supplies supply support surf surgery swiss sydney " +
  "systems taipei tattoo tax taxi team tech technology tel tennis test theater tickets tienda tips tires tirol today tokyo " +
  "tools top tours town toys trade trading training travel tube university uno vacations vegas ventures vet viajes video " +
  "villas vin vip vision vlaanderen vodka vote voto voyage wales wang watch webcam website wedding wien wiki win wine work " +
  "works world wtf xxx xyz yachts yoga yokohama zone";

const KNOWN: ReadonlySet<string> = new Set([...COUNTRIES.split(" "), ...OTHERS.split(" ")]);

export const isTopLevelDomain = (label: string): boolean => KNOWN.has(label.toLowerCase()) || /^xn--/i.test(label);
