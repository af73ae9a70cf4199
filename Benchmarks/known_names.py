"""Names and questions that `known_items.py` draws from: what the bundled domains lack."""

KOREAN = """대한민국|조선민주주의인민공화국|오스트레일리아|아르헨티나|아제르바이잔|방글라데시|벨라루스|브라질|캄보디아|카메룬|캐나다|콜롬비아
코스타리카|크로아티아|체코공화국|덴마크|도미니카 공화국|에콰도르|이집트|엘살바도르|에스토니아|에티오피아|핀란드|프랑스|독일|그리스|과테말라|온두라스
헝가리|아이슬란드|인도네시아|이스라엘|이탈리아|자메이카|카자흐스탄|키르기스스탄|라트비아|레바논|리히텐슈타인|룩셈부르크|마다가스카르|말레이시아
모리타니|멕시코|모로코|네덜란드|뉴질랜드|니카라과|노퍽 섬|크리스마스 섬|코코스 제도|쿡 제도|케이맨 제도|북마리아나 제도|솔로몬 제도|파키스탄
파푸아 뉴기니|파라과이|필리핀|폴란드|포르투갈|루마니아|러시아|사우디아라비아|남아프리카 공화국|중앙아프리카 공화국|에스파냐|스리랑카|스웨덴|스위스
타지키스탄|탄자니아|튀니지|투르크메니스탄|우크라이나|아랍에미리트 연합|우루과이|우즈베키스탄|베네수엘라|짐바브웨|서울 대학교|부산 국제 영화제
제주 국제 공항|한국 민속 박물관|남산 타워|경복궁 야간 개장|해운대 해수욕장|설악산 국립 공원|한강 시민 공원|동대문 디자인 플라자|전주 한옥 마을|광화문 광장""".replace("\n", "|").split("|")

THAI = """ประเทศไทย|กรุงเทพมหานคร|เชียงใหม่|เชียงราย|นครราชสีมา|นครศรีธรรมราช|สุราษฎร์ธานี|พระนครศรีอยุธยา|กาญจนบุรี|ประจวบคีรีขันธ์|สมุทรปราการ
อุบลราชธานี|แม่ฮ่องสอน|ฉะเชิงเทรา|มหาสารคาม|พิพิธภัณฑสถานแห่งชาติ|พระบรมมหาราชวัง|วัดพระศรีรัตนศาสดาราม|จุฬาลงกรณ์มหาวิทยาลัย|มหาวิทยาลัยธรรมศาสตร์
มหาวิทยาลัยเกษตรศาสตร์|ท่าอากาศยานสุวรรณภูมิ|สถานีรถไฟหัวลำโพง|สะพานพระรามแปด|ตลาดน้ำดำเนินสะดวก|อุทยานแห่งชาติเขาใหญ่|เกาะช้าง|เกาะสมุย|เกาะพะงัน
ทะเลสาบสงขลา|แม่น้ำเจ้าพระยา|ออสเตรเลีย|นิวซีแลนด์|อินโดนีเซีย|ฟิลิปปินส์|สิงคโปร์|เวียดนาม|กัมพูชา|เยอรมนี|ฝรั่งเศส|สวิตเซอร์แลนด์|เนเธอร์แลนด์
สหราชอาณาจักร|สหรัฐอเมริกา|ซาอุดีอาระเบีย|แอฟริกาใต้|อาร์เจนตินา|โคลอมเบีย|ต้มยำกุ้งน้ำข้น|ผัดไทยกุ้งสด|ข้าวเหนียวมะม่วง|แกงเขียวหวานไก่|ส้มตำปูปลาร้า
ก๋วยเตี๋ยวเรือ|บ้านทรายทอง|สี่แผ่นดิน|คู่กรรม|ผู้ชนะสิบทิศ|ข้างหลังภาพ|นางนากพระโขนง""".replace("\n", "|").split("|")

ARABIC = """المملكة العربية السعودية|الإمارات العربية المتحدة|الجامعة الأمريكية|جامعة القاهرة|المتحف المصري|قناة السويس|البحر الأحمر|البحر المتوسط|الخليج العربي
الصحراء الكبرى|الدار البيضاء|الإسكندرية|بغداد|دمشق|بيروت|عمان|الرياض|المدينة المنورة|مكة المكرمة|القدس|الكويت|البحرين|السودان|المغرب|الجزائر
تونس|ليبيا|موريتانيا|الصومال|جيبوتي|أفغانستان|باكستان|إندونيسيا|ماليزيا|تركيا|إيران|الهند|الصين|اليابان|كوريا الجنوبية|أستراليا|ألمانيا|فرنسا
إسبانيا|إيطاليا|البرتغال|هولندا|بلجيكا|النمسا|الدنمارك|النرويج|السويد|فنلندا|بولندا|أوكرانيا|روسيا|البرازيل|الأرجنتين|المكسيك|كندا
ألف ليلة وليلة|كليلة ودمنة|الأيام|اللص والكلاب|موسم الهجرة إلى الشمال|رجال في الشمس|مكتبة الأزهر|المسجد الأقصى|الجامع الكبير|نهر النيل""".replace("\n", "|").split("|")


def pairs(listed):
    return [tuple(pair.split("/")) for pair in listed.replace("\n", "|").split("|")]


# A name, and as it stands in a sentence.
FINNISH = pairs("""Suomi/Suomessa|Ruotsi/Ruotsissa|Norja/Norjassa|Tanska/Tanskassa|Islanti/Islannissa|Viro/Virossa|Latvia/Latviassa|Liettua/Liettuassa
Venäjä/Venäjällä|Puola/Puolassa|Saksa/Saksassa|Ranska/Ranskassa|Espanja/Espanjassa|Portugali/Portugalissa|Italia/Italiassa|Sveitsi/Sveitsissä
Itävalta/Itävallassa|Unkari/Unkarissa|Tšekki/Tšekissä|Slovakia/Slovakiassa|Romania/Romaniassa|Bulgaria/Bulgariassa|Kreikka/Kreikassa|Turkki/Turkissa
Ukraina/Ukrainassa|Englanti/Englannissa|Skotlanti/Skotlannissa|Irlanti/Irlannissa|Hollanti/Hollannissa|Belgia/Belgiassa|Kanada/Kanadassa
Meksiko/Meksikossa|Brasilia/Brasiliassa|Argentiina/Argentiinassa|Japani/Japanissa|Kiina/Kiinassa|Intia/Intiassa|Australia/Australiassa
Helsinki/Helsingissä|Tampere/Tampereella|Turku/Turussa|Oulu/Oulussa|Jyväskylä/Jyväskylässä|Kuopio/Kuopiossa|Rovaniemi/Rovaniemellä|Lahti/Lahdessa
Hämeenlinna/Hämeenlinnassa|Savonlinna/Savonlinnassa|Kansallismuseo/Kansallismuseossa|Tuomiokirkko/Tuomiokirkossa|Rautatieasema/Rautatieasemalla
Yliopiston kirjasto/Yliopiston kirjastossa|Kaupungin puisto/Kaupungin puistossa|Vanha satama/Vanhassa satamassa|Pohjoinen saari/Pohjoisessa saaressa""")

RUSSIAN = pairs("""Москва/в Москве|Россия/в России|Казань/в Казани|Самара/в Самаре|Саратов/в Саратове|Волгоград/в Волгограде|Красноярск/в Красноярске
Новосибирск/в Новосибирске|Екатеринбург/в Екатеринбурге|Владивосток/во Владивостоке|Архангельск/в Архангельске|Мурманск/в Мурманске|Калининград/в Калининграде
Ярославль/в Ярославле|Кострома/в Костроме|Украина/в Украине|Польша/в Польше|Германия/в Германии|Франция/во Франции|Испания/в Испании|Италия/в Италии
Греция/в Греции|Турция/в Турции|Швеция/в Швеции|Норвегия/в Норвегии|Финляндия/в Финляндии|Исландия/в Исландии|Канада/в Канаде|Бразилия/в Бразилии
Япония/в Японии|Индия/в Индии|Австралия/в Австралии|Аргентина/в Аргентине|Мексика/в Мексике|Война и мир/войной и миром|Преступление и наказание/преступлением и наказанием
Мёртвые души/мёртвыми душами|Вишнёвый сад/вишнёвым садом|Тихий Дон/тихого Дона|Белая гвардия/белой гвардией|Обыкновенная история/обыкновенной историей
Герой нашего времени/героем нашего времени|Капитанская дочка/капитанской дочкой|Пиковая дама/пиковой дамой|Большой театр/Большом театре|Русский музей/Русском музее
Третьяковская галерея/Третьяковской галерее|Красная площадь/Красной площади|Невский проспект/Невском проспекте|Зимний дворец/Зимнем дворце""")

GREEK = pairs("""Ελλάδα/της Ελλάδας|Αθήνα/της Αθήνας|Θεσσαλονίκη/της Θεσσαλονίκης|Πάτρα/της Πάτρας|Ηράκλειο/του Ηρακλείου|Κέρκυρα/της Κέρκυρας|Κρήτη/της Κρήτης
Ρόδος/της Ρόδου|Κύπρος/της Κύπρου|Γερμανία/της Γερμανίας|Γαλλία/της Γαλλίας|Ισπανία/της Ισπανίας|Ιταλία/της Ιταλίας|Τουρκία/της Τουρκίας|Ρωσία/της Ρωσίας
Σουηδία/της Σουηδίας|Νορβηγία/της Νορβηγίας|Φινλανδία/της Φινλανδίας|Πολωνία/της Πολωνίας|Ουγγαρία/της Ουγγαρίας|Ρουμανία/της Ρουμανίας|Βουλγαρία/της Βουλγαρίας
Αλβανία/της Αλβανίας|Σερβία/της Σερβίας|Κροατία/της Κροατίας|Αυστρία/της Αυστρίας|Ελβετία/της Ελβετίας|Πορτογαλία/της Πορτογαλίας|Ιαπωνία/της Ιαπωνίας
Αυστραλία/της Αυστραλίας|Βραζιλία/της Βραζιλίας|Αργεντινή/της Αργεντινής|Εθνικό Μουσείο/του Εθνικού Μουσείου|Εθνική Βιβλιοθήκη/της Εθνικής Βιβλιοθήκης
Λευκός Πύργος/του Λευκού Πύργου|Πλατεία Συντάγματος/πλατείες συντάγματος|Αρχαία Αγορά/της αρχαίας αγοράς|Παλαιό Λιμάνι/του παλαιού λιμανιού""")

# A name, and as it is asked for: with an article, or the other apostrophe, or none.
FRENCH = pairs("""Italie/l'Italie|Islande/l’Islande|Allemagne/d'Allemagne|Espagne/d’Espagne|Irlande/l'Irlande|Australie/l'Australie|Écosse/d'Écosse|Égypte/l'Égypte
L'Étranger/étranger|L’Amant/amant|L'Avare/avare|L’Assommoir/assommoir|L'Arlésienne/arlesienne|L’Éducation sentimentale/education sentimentale
L'École des femmes/ecole des femmes|L’Île mystérieuse/ile mysterieuse|L'Homme qui rit/homme qui rit|L’Œuvre/l oeuvre|L'Argent/l argent|L’Auberge espagnole/l'auberge espagnole
Arc de Triomphe/l'arc de triomphe|Opéra Garnier/l'opéra Garnier|Hôtel de Ville/l'hôtel de ville|Orangerie/l’orangerie|Olympia/l'Olympia|Élysée/l'Élysée
Le Tour du monde/tour du monde|La Place de l'Étoile/place étoile|Musée d'Orsay/musee orsay|Pont d’Iéna/pont iena|Rue de l'Odéon/rue odeon|Val d’Isère/val isere
Côte d'Azur/cote azur|Jeanne d’Arc/jeanne arc|Aujourd'hui/aujourd’hui|Presqu’île/presqu'île|Quartier de l'Horloge/quartier horloge|Château d’If/chateau if""")

# Numbers of all writings, on both sides.
NUMBERED = pairs("""Henry VIII/henry 8|Louis XIV/louis 14|Apollo 13/apollo thirteen|The Twelve Chairs/12 chairs|Catch-22/catch twenty two|Forty-Second Street/42nd street
Fifth Symphony/5th symphony|The 39 Steps/thirty nine steps|Open 24-7 Diner/open 247 diner|The Seven Samurai/7 samurai|World War II/world war 2|World War One/world war 1
Chapter XIII/chapter 13|Malcolm the Tenth/malcolm 10th|21 Grams/twenty one grams|Twenty-First Century Blues/21st century blues|The Hundred Days/100 days
Table for Five/table for 5|Ninth Gate/9th gate|Part 3 of the Trilogy/part iii of the trilogy|Room Forty/room 40|Pope Leo XIII/pope leo 13|Phase IV/phase 4
The Sixth Day/6th day|8 Women/eight women|Act Two/act 2|Act II Scene I/act 2 scene 1|Number Nineteen/number 19|Vol. 2/volume two|No. 5 Avenue/number five avenue""")

SERIES = """Harbour Lights|The Copper Valley|Northern Ferry|Silent Orchard|Paper Lanterns|Glass Mountain|The Quiet Engineer|Winter Market|Red Umbrella|Lighthouse Road
Twelve Bells|Saltwater|The Last Cartographer|Orchid Street|Broken Compass|Iron Garden|The Night Gardener|Marble Court|Second Violin|Tin Whistle""".replace("\n", "|").split("|")

CAMEL_PARTS = (["XML", "HTTP", "URL", "Json", "Buffered", "Async", "Abstract", "Sql", "Mutable", "TCP"],
               ["Request", "Response", "Stream", "Socket", "Document", "Session", "Parameter", "Header"],
               ["", "Reader", "Writer", "Factory", "Handler", "Listener", "Exception", "Pool"])

# Characters of simplified Chinese, each before its traditional one.
TRADITIONAL = """战戰龙龍国國学學爱愛梦夢传傳剧劇场場动動电電机機总總话話记記时時间間车車马馬鸟鳥鱼魚风風飞飛云雲叶葉乐樂万萬与與灵靈团團队隊师師园園圣聖恋戀热熱红紅蓝藍绿綠银銀
铁鐵钢鋼无無异異历歷险險宝寶贝貝护護宫宮迹跡转轉边邊远遠进進们們这這说說语語谁誰请請让讓见見观觀视視觉覺亲親体體图圖书書画畫声聲听聽头頭发發开開关關门門问問闻聞长長东東乡鄉乱亂兽獸
猎獵侠俠伟偉优優儿兒党黨军軍农農决決净淨刘劉华華协協单單双雙变變员員响響尔爾岁歲岛島币幣带帶广廣库庫应應张張归歸录錄忆憶怀懷恶惡惊驚""".replace("\n", "")
TRADITIONAL = {ord(one): other for one, other in zip(TRADITIONAL[::2], TRADITIONAL[1::2])}


def asked(listed):
    return [(question, ids.split(", ")) for question, ids in (line.split(" → ") for line in listed.strip().splitlines())]


RULE_QUESTIONS = asked("""
how long can a deposition last → FRCP 30
how many interrogatories may I serve → FRCP 33
how many days do I have to answer a complaint → FRCP 12
when must a summons be served → FRCP 4
can hearsay be admitted if the witness is dead → FRE 804
what counts as hearsay → FRE 801
can you amend a pleading after the trial → FRCP 15
how do I dismiss my own lawsuit → FRCP 41
when can a class action be certified → FRCP 23
how long do I have to file a notice of appeal → FRAP 4
how long may a brief be → FRAP 32
are grand jury proceedings secret → FRCrP 6
how many jurors sit in a civil trial → FRCP 48
how many jurors are needed in a criminal trial → FRCrP 23
when must a search warrant be executed → FRCrP 41
can a guilty plea be withdrawn → FRCrP 11
is an offer to settle admissible → FRE 408
can a witness be impeached with an old conviction → FRE 609
when may an expert give an opinion → FRE 702
is evidence of character allowed → FRE 404
may an ordinary witness give an opinion → FRE 701
when does a court take judicial notice of a fact → FRE 201
is liability insurance admissible → FRE 411
can the judge testify as a witness → FRE 605
may a juror testify about the deliberations → FRE 606
when is a duplicate as good as the original → FRE 1003
do later repairs prove negligence → FRE 407
how is a document authenticated → FRE 901
which documents authenticate themselves → FRE 902
can my lawyer be sanctioned for a frivolous filing → FRCP 11
how are days counted for a deadline → FRCP 6, FRAP 26, FRBP 9006, FRCrP 45
who must be joined as a party → FRCP 19
can an outsider intervene in a lawsuit → FRCP 24
when can a judge grant summary judgment → FRCP 56
how do I get a default judgment → FRCP 55
how can I get relief from a final judgment → FRCP 60
how do I ask for a new trial in a civil case → FRCP 59
how do I demand a jury trial → FRCP 38
what must a complaint contain → FRCP 8
must fraud be pleaded in detail → FRCP 9
when must a counterclaim be brought → FRCP 13
how do I subpoena a witness → FRCP 45, FRCrP 17
what happens when someone refuses discovery → FRCP 37
how does a court issue a temporary restraining order → FRCP 65
can the court appoint a special master → FRCP 53
does a poor defendant get a lawyer → FRCrP 44
must the defendant be present at the trial → FRCrP 43
may two defendants be tried together → FRCrP 8, FRCrP 13, FRCrP 14
can a criminal trial be moved to another district → FRCrP 21
how is a sentence corrected after it was imposed → FRCrP 35
when must a proof of claim be filed → FRBP 3002, FRBP 3003
how does a debtor convert a case to another chapter → FRBP 1017
what schedules must a debtor file → FRBP 1007
who calls the meeting of creditors → FRBP 2003
how do creditors vote on a plan → FRBP 3018
when can a creditor object to a discharge → FRBP 4004
how long is oral argument in an appeal → FRAP 34
how do I ask the court of appeals for a rehearing → FRAP 40
who pays the costs of an appeal → FRAP 39
do I need a bond to appeal → FRAP 7, FRAP 8
who pays the costs and attorney's fees of a lawsuit → FRCP 54
can a guardian sue for a child → FRCP 17
what happens if a party dies → FRCP 25, FRAP 43
when may a friend of the court file a brief → FRAP 29
is a victim's sexual past admissible → FRE 412
can privilege be waived by mistake → FRE 502
may a lawyer ask leading questions → FRE 611
may a witness look at notes to refresh his memory → FRE 612
when can witnesses be kept out of the courtroom → FRE 615
how do I keep an objection for appeal → FRE 103
""")

LAW_QUESTIONS = asked("""
how long does copyright last → 17 USC 302
what is fair use → 17 USC 107
who may sue for infringement of a patent → 35 USC 281
which inventions can be patented → 35 USC 101
when is an invention obvious → 35 USC 103
how long is a patent valid → 35 USC 154
who owns a work made for hire → 17 USC 201
what damages are there for copyright infringement → 17 USC 504
can a case be moved from a state court to a federal court → 28 USC 1441
what is the procedure for removing a case → 28 USC 1446
when is there diversity of citizenship → 28 USC 1332
where may a civil action be brought → 28 USC 1391
when must a judge disqualify himself → 28 USC 455
who is qualified to serve on a jury → 28 USC 1865
can I copy a computer program for myself → 17 USC 117
may a library copy a book → 17 USC 108
what must a copyright notice look like → 17 USC 401
how many judges sit on the supreme court → 28 USC 1
when can a case be sent to a more convenient court → 28 USC 1404
who can be sued as a foreign state → 28 USC 1605
how many members does a court of appeals have → 28 USC 44
can a patent be assigned to somebody else → 35 USC 261
must a patent application describe the invention → 35 USC 112
can I sue the united states for negligence → 28 USC 2674, 28 USC 1346
how can a prisoner attack his sentence → 28 USC 2255
when does a poor person not pay court fees → 28 USC 1915
""")
