"""The words of the tables that make_tables.py writes: names, weighted categories, headers."""

from datetime import date

FIRST_NAMES = [
    "Ava",
    "Noah",
    "Mia",
    "Liam",
    "Zoe",
    "Ethan",
    "Ruth",
    "Omar",
    "Grace",
    "Leo",
    "Nina",
    "Carl",
    "Ida",
    "Paul",
    "Tess",
    "Hugo",
    "Lena",
    "Sam",
    "Rosa",
    "Ben",
    "Clara",
    "Max",
    "Jane",
    "Luis",
    "Emma",
    "Kofi",
    "Amy",
    "Ivan",
    "Dana",
    "Eli",
]
LAST_NAMES = [
    "Baker",
    "Nguyen",
    "Ortiz",
    "Hill",
    "Kim",
    "Patel",
    "Reed",
    "Lopez",
    "Stone",
    "Wood",
    "Cohen",
    "Young",
    "Price",
    "Fox",
    "Diaz",
    "Ward",
    "Bell",
    "Chen",
    "Grant",
    "Silva",
    "Lane",
    "Moss",
    "Hart",
    "Novak",
    "Park",
    "Boyd",
    "Shaw",
    "Cruz",
    "Dean",
    "Webb",
]
GERMAN_FIRST_NAMES = [
    "Jörg",
    "Jürgen",
    "Björn",
    "Käthe",
    "Anke",
    "Birgit",
    "Claudia",
    "Dieter",
    "Frank",
    "Heike",
    "Ingo",
    "Jana",
    "Katrin",
    "Lars",
    "Uwe",
]
GERMAN_LAST_NAMES = [
    "Müller",
    "Schäfer",
    "Köhler",
    "Böhm",
    "Weiß",
    "Groß",
    "Jäger",
    "Krüger",
    "Schröder",
    "Günther",
    "Voß",
    "Lühr",
    "Schmidt",
    "Fischer",
    "Weber",
    "Wagner",
    "Becker",
    "Hoffmann",
    "Koch",
    "Richter",
    "Wolf",
    "Neumann",
    "Braun",
    "Lange",
]

CITIES = {
    "Portland": ("OR", "97201"),
    "Boston": ("MA", "02108"),
    "Newark": ("NJ", "07102"),
    "Austin": ("TX", "78701"),
    "Denver": ("CO", "80202"),
    "Chicago": ("IL", "60601"),
    "Seattle": ("WA", "98101"),
    "Atlanta": ("GA", "30303"),
}
SEGMENTS = {"consumer": 70, "small business": 22, "corporate": 8}
ARTICLES = {
    "Desk lamp": ("Home", 39.9),
    "Wool blanket": ("Home", 64.5),
    "French press": ("Kitchen", 29.95),
    "Chef knife": ("Kitchen", 84.0),
    "Cast iron pan": ("Kitchen", 49.0),
    "Yoga mat": ("Sports", 34.9),
    "Dumbbell set": ("Sports", 119.0),
    "Trail backpack": ("Sports", 139.0),
    "Headphones": ("Electronics", 179.0),
    "USB-C hub": ("Electronics", 45.5),
    "Smart plug": ("Electronics", 18.9),
    "Board game": ("Toys", 42.0),
    "Puzzle 1000": ("Toys", 21.5),
}
ORDER_STATES = {"delivered": 88, "returned": 6, "canceled": 5, "lost": 1}
PAYMENTS = {"credit card": 49, "PayPal": 29, "invoice": 20, "": 2}

WARDS = {"Cardiology": 30, "Orthopedics": 24, "Pneumology": 18, "Surgery": 18, "Neurology": 10}
DIAGNOSES = {
    "Cardiology": ("Heart failure", "Atrial fibrillation", "Myocardial infarction"),
    "Orthopedics": ("Hip fracture", "Knee replacement", "Back pain"),
    "Pneumology": ("Pneumonia", "COPD", "Asthma"),
    "Surgery": ("Appendicitis", "Gallstones", "Hernia"),
    "Neurology": ("Stroke", "Epilepsy", "Migraine"),
}
INSURANCES = {"Medicare": 45, "Private": 35, "Medicaid": 14, "Uninsured": 6}

SENSORS = {
    "S-11": ("Library", 0, 20.5),
    "S-12": ("Library", 2, 21.8),
    "S-21": ("Town Hall", 1, 21.0),
    "S-31": ("School", 0, 19.6),
    "S-32": ("School", 1, 20.9),
}
SENSORS_TITLE = "Climate monitoring of municipal buildings\nExported 2025-03-17 09:30, interval 4 h\n\n"

# Name, city, country, latitude, longitude, elevation in m, runways.
AIRPORTS = {
    "FRA": ("Frankfurt Airport", "Frankfurt", "Germany", 50.033, 8.570, 111, 4),
    "MUC": ("Munich Airport", "Munich", "Germany", 48.354, 11.786, 453, 2),
    "LHR": ("Heathrow Airport", "London", "United Kingdom", 51.471, -0.461, 25, 2),
    "LGW": ("Gatwick Airport", "London", "United Kingdom", 51.148, -0.190, 62, 2),
    "CDG": ("Charles de Gaulle Airport", "Paris", "France", 49.010, 2.548, 119, 4),
    "MAD": ("Barajas Airport", "Madrid", "Spain", 40.472, -3.561, 610, 4),
    "FCO": ("Fiumicino Airport", "Rome", "Italy", 41.804, 12.251, 5, 3),
    "ARN": ("Arlanda Airport", "Stockholm", "Sweden", 59.652, 17.919, 42, 3),
    "LIS": ("Humberto Delgado Airport", "Lisbon", "Portugal", 38.781, -9.136, 114, 2),
    "GVA": ("Geneva Airport", "Geneva", "Switzerland", 46.238, 6.109, 430, 1),
    "OSL": ("Gardermoen Airport", "Oslo", "Norway", 60.194, 11.100, 208, 2),
}
# Code, share of the flights, mean delay in minutes.
AIRLINES = {
    "Northwind Air": ("NW", 34, 9),
    "Alpine Wings": ("AW", 26, 13),
    "EuroHop": ("EH", 28, 16),
    "Blue Coast": ("BC", 12, 12),
}
SEATS = {"A320": 180, "A321": 220, "B737": 174, "E190": 100}
DELAY_REASONS = {"weather": 3, "air traffic": 4, "technical": 2, "late aircraft": 5, "crew": 1}

# Typical price in EUR and weight in kg.
PRODUCT_KINDS = {
    "Pump": (180, 14),
    "Valve": (45, 1.6),
    "Motor": (640, 31),
    "Filter": (22, 0.7),
    "Bearing": (16, 0.4),
    "Gearbox": (980, 48),
    "Control unit": (410, 3.5),
    "Hose": (28, 2.2),
}
SUPPLIERS = {"Hartmann & Co": 5, "Delta Parts": 4, "Nordic Supply": 3, "Tecnova": 2}
WAREHOUSES = {"Hamburg": 5, "Rotterdam": 4, "Gdansk": 2}
MOVEMENTS = {"out": 58, "in": 28, "transfer": 8, "return": 6}
RETURN_REASONS = {"wrong item": 4, "defective": 5, "not needed": 3}
CLERKS = ["Ava Baker", "Carl Stone", "Ida Novak", "Omar Hill", "Ruth Kim", "Sam Ortiz", "Tess Webb"]

TEAMS = [
    "Ashford Rovers",
    "Bayview United",
    "Cedar Falls",
    "Dunmore Athletic",
    "Eastport City",
    "Fairhaven",
    "Granite Town",
    "Harbor City",
    "Ironbridge",
    "Kingsmere",
    "Lakeside",
    "Millbrook United",
    "Northgate",
    "Oakridge",
    "Port Salem",
    "Riverton",
]

PRIORITIES = {"normal": 52, "low": 22, "high": 19, "urgent": 7}
RESPONSE_HOURS = {"urgent": 0.4, "high": 1.5, "normal": 5.0, "low": 14.0}
TICKET_KINDS = {"bug": 30, "how-to": 24, "billing": 18, "login": 18, "feature request": 10}
SUBJECTS = {
    "login": ("Password reset fails", "Two-factor code not accepted", "Account locked"),
    "billing": ("Wrong amount on invoice", "Refund request", "Change of payment method"),
    "bug": ("Export stops halfway", "Page stays blank", "Numbers differ from report"),
    "feature request": ("Dark mode", "Bulk import", "More filters"),
    "how-to": ("How to share a report", "How to add a user", "How to set alerts"),
}
CHANNELS = {"email": 48, "chat": 30, "phone": 15, "web form": 7}
COMPANIES = {
    "Acme Tools": 9,
    "Brightside": 7,
    "Corvex": 6,
    "Delphi Labs": 5,
    "Evergreen": 4,
    "Foxtrot Media": 3,
    "Globex": 3,
    "Hillcrest": 2,
}
AGENTS = {"Dana": 9, "Eli": 8, "Priya": 8, "Tomas": 6, "Yuki": 5}

DEPARTMENTS = {"Fertigung": 24, "Vertrieb": 14, "Einkauf": 7, "Buchhaltung": 6, "Qualitätssicherung": 7}
JOBS = {
    "Fertigung": (("Maschinenführer", 3150), ("Schlosser", 3400)),
    "Einkauf": (("Einkäufer", 3900),),
    "Vertrieb": (("Außendienst", 4300), ("Innendienst", 3600)),
    "Buchhaltung": (("Buchhalter", 3850),),
    "Qualitätssicherung": (("Prüfer", 3700),),
}
OFFICES = {"Köln": 5, "München": 4, "Düsseldorf": 3, "Leipzig": 2}

SITES = {
    "School Nord": "school",
    "School Süd": "school",
    "Town Hall": "office",
    "Library": "culture",
    "Pool Am See": "sports",
    "Sports Hall West": "sports",
    "Fire Station": "safety",
    "Museum": "culture",
    "Depot Ost": "depot",
    "Kindergarten Mitte": "childcare",
    "Clinic": "health",
}
ENERGIES = {"electricity": 60, "gas": 25, "district heat": 15}
TARIFFS = [
    ("E1", "Basic Power", "Stadtwerke", "electricity", 34.9, 11.5, date(2023, 1, 1), "no"),
    ("E2", "Green Power", "Lichtblau", "electricity", 31.2, 14.9, date(2023, 7, 1), "yes"),
    ("E3", "Business Power", "Stadtwerke", "electricity", 27.8, 39.0, date(2023, 1, 1), "no"),
    ("E4", "Solar Flex", "Sonnenkraft", "electricity", 29.5, 9.9, date(2024, 10, 1), "yes"),
    ("G1", "Basic Gas", "Stadtwerke", "gas", 11.4, 13.0, date(2023, 1, 1), "no"),
    ("G2", "Bio Gas", "Lichtblau", "gas", 13.1, 12.0, date(2023, 4, 1), "yes"),
    ("H1", "District Heat", "Fernwärme Nord", "district heat", 14.7, 25.0, date(2022, 10, 1), "no"),
]
ENERGY_TITLE = "Meter readings of municipal sites, January 2024 to February 2025"

WISHES = {
    "More frequent service": 20,
    "Lower fares": 20,
    "Better punctuality": 17,
    "Cleaner vehicles": 9,
    "More night buses": 8,
    "Better connections": 8,
    "More bike parking": 5,
    "Real-time information": 5,
    "Air conditioning": 3,
    "More seats": 3,
    "Accessible stops": 2,
    "": 6,
}
TRANSPORTS = {"bus": 30, "car": 26, "train": 20, "tram": 12, "bicycle": 9, "on foot": 3}
TRANSPORT_MOODS = {"bus": 3.1, "train": 2.9, "tram": 3.6, "car": 3.2, "bicycle": 3.4, "on foot": 3.3}
AGE_GROUPS = {"18-29": 22, "30-44": 30, "45-59": 26, "60-74": 16, "75+": 6}
GENDERS = {"female": 50, "male": 45, "diverse": 2, "": 3}
DISTRICTS = {"Center": 30, "North": 22, "East": 18, "South": 16, "West": 14}
FREQUENCIES = {"daily": 40, "weekly": 32, "monthly": 18, "rarely": 10}

# The headers as they stand in the files, separated by a bar; some end with a blank.
HEADERS = {
    name: headers.split("|")
    for name, headers in {
        "orders": "order_id|order_date|customer_id|product|category|quantity|unit_price|discount_pct|"
        "shipping_cost|payment_method|status|delivery_date",
        "patients": "Stay ID|Patient ID|Ward|Diagnosis|Admission Date|Discharge Date|Age|Sex|Weight (kg)|"
        "Emergency|Readmitted|Insurance|Total Charge",
        "sensors": "Timestamp|SensorID|Building|Floor|Temperature (°C)|Humidity (%)|CO2 (ppm)|Battery (V)|Status",
        "flights": "flight_no|flight_date|airline|origin|destination|scheduled_departure|departure_delay_min|"
        "arrival_delay_min|distance_km|aircraft|seats|passengers|canceled|delay_reason",
        "airports": "iata|airport_name|city|country|latitude|longitude|elevation_m|runways",
        "products": "ProductID|Product Name |Category |Unit Price|Weight |Stock On Hand|Reorder Level|Supplier|"
        "Last Count|Discontinued",
        "sports": "round|match_date|home_team|away_team|home_goals|away_goals|attendance|referee|yellow_cards|"
        "red_cards",
        "tickets": "ticket_id|created_at|first_response_at|closed_at|priority|category|channel|company|agent|"
        "subject|status|reopened|satisfaction",
        "payroll": "PersonnelNo|LastName|FirstName|Department|Location|Position|EntryDate|PayDate|HoursPerWeek|"
        "PartTime|GrossPay|Bonus|Deductions|NetPay",
        "energy": "Meter ID|Reading Date |Site|Site Type|Energy Type |Tariff Code|Consumption (kWh)|"
        "Peak Load (kW)|Estimated",
        "tariffs": "Tariff Code|Tariff Name|Supplier|Energy Type|Price (ct/kWh)|Base Fee (EUR/month)|"
        "Valid From|Green",
        "survey": "respondent_id|submitted_on|age_group|gender|district|main_transport|usage_frequency|"
        "commute_minutes|satisfaction|punctuality|cleanliness|safety|recommend_score|improvement_wish",
    }.items()
}
