/** Questions over the tables, and what each is to be read as, as `showReading` writes it. `?` begins the words that stay unread. */

export interface Case {
  readonly question: string;
  readonly expected: string;
}

function cases(text: string): Case[] {
  const lines = text.trim().split('\n');
  return Array.from({ length: lines.length / 2 }, (_, index) => ({
    question: lines[2 * index]?.trim() ?? '',
    expected: lines[2 * index + 1]?.trim() ?? '',
  }));
}

export const ORDERS_CASES = cases(`
  how many orders are there?
    orders > count
  How many orders were returned?
    orders | where returned == true > count
  How many orders in Berlin were not returned?
    orders | where (city == Berlin and not (returned == true)) > count
  What is the average revenue?
    orders > mean(revenue)
  total revenue by region
    orders | group region: sum(revenue) > rows
  total revenue by region in 2023
    orders | where order_date == 2023 | group region: sum(revenue) > rows
  Which region has the highest total revenue?
    orders | group region: sum(revenue) | sort total revenue desc | top 1 > rows
  Which customer has the second highest revenue?
    orders | group customer: sum(revenue) | sort total revenue desc | place 2 > rows
  top 5 customers by revenue
    orders | group customer: sum(revenue) | sort total revenue desc | top 5 > rows
  average price of the ten cheapest orders
    orders | sort unit_price asc | top 10 > mean(unit_price)
  what percentage of orders were returned?
    orders > share count where returned == true
  return rate by region
    orders | group region: (count where returned == true / count) > rows
  share of revenue by region
    orders | group region: sum(revenue) | share of total revenue > rows
  median number of days between orders
    orders | gap days of order_date > median(gap)
  average number of days between order date and ship date
    orders > mean(days(order_date..ship_date))
  which customers had at least ten returned orders?
    orders | where returned == true | group customer: count | where number of rows >= 10 > rows
  how many customers have more than 3 orders
    orders | group customer: count | where number of rows > 3 > count
  revenue by month
    orders | group month(order_date): sum(revenue) > rows
  year over year growth of monthly revenue
    orders | group month(order_date): sum(revenue) | change percent 12 of total revenue > rows [line]
  3 month moving average of revenue
    orders | group month(order_date): sum(revenue) | moving-average 3 of total revenue > rows [line]
  running total of revenue
    orders | group month(order_date): sum(revenue) | running-total of total revenue > rows [line]
  third most common product
    orders | group product: count | sort number of rows desc | place 3 > rows
  average number of orders per customer
    orders | group customer: count > mean(number of rows)
  orders above the average revenue of its region
    orders | where revenue > mean(revenue) within region > rows
  which orders have revenue above 500 and were shipped in March 2023
    orders | where (revenue > 500 and ship_date == 2023-03) > rows
  difference in average revenue between Berlin and Hamburg
    orders > difference mean(revenue): city == Berlin | city == Hamburg
  pie chart of revenue by region
    ? pie (Shares are easier to compare in a bar chart; pies are not drawn.)
  Wie viele Bestellungen gibt es?
    ? Wie viele Bestellungen gibt es (Please ask in English.)
  Which region has the most orders, and show the trend
    orders | group region: count | sort number of rows desc | top 1 > rows && orders | group month(order_date): count > rows [line]
  total revenue
    orders > sum(revenue)
  number of distinct customers
    orders > distinct(customer)
  how many customers are there
    orders > distinct(customer)
  how many different products were sold
    orders > distinct(product)
  mean and median revenue by city
    orders | group city: mean(revenue), median(revenue) > rows
  90th percentile of revenue
    orders > p90(revenue)
  standard deviation of unit price
    orders > std(unit_price)
  spread of revenue by region
    orders | group region: std(revenue) > rows
  what is the interquartile range of revenue
    orders > iqr(revenue)
  lowest unit price per product
    orders | group product: min(unit_price) > rows
  Which product is cheapest?
    orders | group product: mean(unit_price) | sort average unit_price asc | top 1 > rows
  most expensive product in each region
    orders | group region, product: mean(unit_price) | sort average unit_price desc | top 1 within region > rows
  top 3 products by quantity in each region
    orders | group region, product: sum(quantity) | sort total quantity desc | top 3 within region > rows
  least common product
    orders | group product: count | sort number of rows asc | top 1 > rows
  bottom 5 customers by revenue
    orders | group customer: sum(revenue) | sort total revenue asc | top 5 > rows
  Which city had the fewest orders in March 2023?
    orders | where order_date == 2023-03 | group city: count | sort number of rows asc | top 1 > rows
  what share of total revenue comes from Berlin?
    orders > share sum(revenue) where city == Berlin
  what percentage of orders in Hamburg are returned
    orders | where city == Hamburg > share count where returned == true
  share of orders by product within each region
    orders | group region, product: count | share of number of rows within region > rows
  orders by region as a percentage
    orders | group region: count | share of number of rows > rows [%]
  ratio of returned to not returned orders
    orders > ratio count: returned == true | not (returned == true)
  how did revenue change from 2022 to 2023
    orders > change sum(revenue): order_date == 2022 | order_date == 2023
  growth of revenue from 2022 to 2023
    orders > change sum(revenue): order_date == 2022 | order_date == 2023
  monthly growth of revenue
    orders | group month(order_date): sum(revenue) | change percent 1 of total revenue > rows [line]
  month over month growth in revenue
    orders | group month(order_date): sum(revenue) | change percent 1 of total revenue > rows [line]
  cumulative revenue by month
    orders | group month(order_date): sum(revenue) | running-total of total revenue > rows [line]
  cumulative number of orders
    orders | group month(order_date): count | running-total of number of rows > rows [line]
  orders per weekday
    orders | group weekday(order_date): count > rows
  revenue by quarter in 2023
    orders | where order_date == 2023 | group quarter(order_date): sum(revenue) > rows
  How many orders per month on average?
    orders | group month(order_date): count > mean(number of rows)
  longest gap between orders
    orders | gap days of order_date > max(gap)
  average time between orders by customer
    orders | gap days of order_date within customer | group customer: mean(gap) > rows
  orders in Berlin or Hamburg
    orders | where city in Berlin, Hamburg > rows
  orders not in Berlin
    orders | where not (city == Berlin) > rows
  orders except in Paris
    orders | where not (city == Paris) > rows
  revenue in 2023 only
    orders | where order_date == 2023 > sum(revenue)
  orders between March 2023 and June 2023
    orders | where order_date 2023-03..2023-06 > rows
  orders since July 2023
    orders | where order_date >= 2023-07 > rows
  orders before 2023-02-01
    orders | where order_date < 2023-02-01 > rows
  customers whose name contains "AG"
    ? name
  how many customers start with A
    ? start with
  orders with quantity of at least 10 and discount above 10%
    orders | where (quantity >= 10 and discount > 0.1) > rows
  orders with quantity between 3 and 5
    orders | where quantity 3..5 > rows
  orders where the unit price is more than twice the average
    orders | where unit_price > (2 * mean(unit_price)) > rows
  which orders have no ship date
    orders | where ship_date empty > rows
  are there missing values in ship date
    orders > missing(ship_date)
  are there any duplicates
    orders > duplicates()
  are there outliers in revenue? use the z-score with a threshold of 2.5
    orders > outliers(revenue) z-score 2.5
  cross table of region and product
    orders | group region, product: count > rows [cross]
  crosstab of total revenue by region and product
    orders | group region, product: sum(revenue) > rows [cross]
  bar chart of revenue by region
    orders | group region: sum(revenue) > rows [bar]
  scatter plot of revenue against quantity
    orders > rows(quantity, revenue) [scatter]
  histogram of revenue
    orders > distribution revenue [histogram]
  box plot of revenue by region
    orders > distribution revenue by region [box]
  line chart of revenue by month
    orders | group month(order_date): sum(revenue) > rows [line]
  average revenue minus discount
    orders > mean((revenue - discount))
  average of unit price times quantity by product
    orders | group product: mean((unit_price * quantity)) > rows
  total revenue by region, rounded to two decimals
    orders | group region: sum(revenue) > rows [.2]
  average revenue by region, ignore missing values
    orders | group region: mean(revenue) > rows [Missing values are left out.]
  are all orders in Berlin returned?
    orders | where city == Berlin > all returned == true
  are there any orders above 5000 euros in revenue?
    orders > any revenue > 5000
  Did any customer order more than 10 laptops
    ? Did any customer order more than 10 laptops
  is the average revenue higher in Berlin than in Hamburg
    orders > which mean(revenue): city == Berlin | city == Hamburg
  compare revenue of Berlin and Hamburg
    orders > difference sum(revenue): city == Berlin | city == Hamburg
  which region has the highest return rate
    orders | group region: (count where returned == true / count) | sort share desc | top 1 > rows
  which regions have total revenue above 10000
    orders | group region: sum(revenue) | where total revenue > 10000 > rows
  which customers ordered more than once
    orders | group customer: count | where number of rows > 1 > rows
  what is in this file?
    orders > overview
  which columns are there
    orders > columns
  correlation between unit price and quantity by region
    orders > pearson(unit_price, quantity) by region
  revenue per order
    orders > mean(revenue)
  revenue per customer
    orders | group customer: sum(revenue) > rows
  average revenue per customer
    either orders | group customer: sum(revenue) > mean(total revenue) // orders | group customer: mean(revenue) > rows
  When was the last order?
    orders | sort order_date desc | top 1 > rows
  the 3 most recent orders
    orders | sort order_date desc | top 3 > rows
  What product was returned most often?
    orders | where returned == true | group product: count | sort number of rows desc | top 1 > rows
  How many orders came from Berlin in 2023?
    orders | where (city == Berlin and order_date == 2023) > count
  how many laptops were sold?
    either orders | where product == Laptop > sum(quantity) // orders | where product == Laptop > count
  how many units were sold in 2023
    orders | where order_date == 2023 > sum(quantity)
  list all products
    orders | distinct product > rows(product)
  list customer and revenue of orders above 8000 revenue
    orders | where revenue > 8000 > rows(customer, revenue)
  what percentage of orders are from Berlin
    orders > share count where city == Berlin
  percentage of orders in Berlin
    orders > share count where city == Berlin
  trend of orders
    orders | group month(order_date): count > rows [line]
  what is the difference between revenue in 2022 and revenue in 2023
    orders > difference sum(revenue): order_date == 2022 | order_date == 2023
  revenue minus returns
    ? minus returns
  average of the ten largest orders
    ? average of the ten largest orders
  average revenue of the ten largest orders by revenue
    orders | sort revenue desc | top 10 > mean(revenue)
  What are the top three regions by number of orders?
    orders | group region: count | sort number of rows desc | top 3 > rows
  Which region had the highest revenue growth?
    ? growth
  which month had the highest revenue in 2023
    orders | where order_date == 2023 | group month(order_date): sum(revenue) | sort total revenue desc | top 1 > rows
  In which month were the most orders placed?
    orders | group month(order_date): count | sort number of rows desc | top 1 > rows
  number of orders by month and region
    orders | group month(order_date), region: count > rows
  how many orders per customer
    orders | group customer: count > rows
  customers with the most orders
    orders | group customer: count | sort number of rows desc | top 1 > rows
  top 10 customers
    ? top 10
  who are the top 5 customers by total revenue?
    orders | group customer: sum(revenue) | sort total revenue desc | top 5 > rows
  orders with the highest revenue
    orders | sort revenue desc | top 1 > rows
  what is the highest revenue of a single order
    ? single
  what was the total revenue in Q1 2023
    orders | where order_date == 2023-Q1 > sum(revenue)
  total revenue in the first quarter of 2023
    orders | where order_date == 2023-Q1 > sum(revenue)
  total revenue between 1 March 2023 and 15 March 2023
    orders | where order_date 2023-03-01..2023-03-15 > sum(revenue)
  orders on 2023-03-05
    orders | where order_date == 2023-03-05 > rows
  number of orders in March
    orders | where month-of-year(order_date) == 3 > count
  how many orders had a discount
    orders | where discount > 0 > count
  orders without a discount
    orders | where discount == 0 > rows
  orders with discount over 20 percent
    orders | where discount > 0.2 > rows
  average discount as a percentage
    ? average discount as a percentage
  count orders by region and returned
    either orders | group region, returned: count > rows // orders | where returned == true | group region: count > rows
  what fraction of revenue came from returned orders
    orders > share sum(revenue) where returned == true
  share of revenue by product in Berlin
    orders | where city == Berlin | group product: sum(revenue) | share of total revenue > rows
  percentage of orders by city
    orders | group city: count | share of number of rows > rows
  what percent of revenue does each product make up
    ? what percent of revenue does each product make up
  how does revenue depend on discount
    orders > pearson(revenue, discount)
  is there a relationship between discount and quantity?
    orders > pearson(discount, quantity)
  average revenue of returned orders vs not returned orders
    orders > difference mean(revenue): returned == true | not (returned == true)
  compare average revenue of returned and not returned orders
    orders > difference mean(revenue): returned == true | not (returned == true)
  what is the average order value
    orders > mean(revenue)
  median revenue per region per year
    orders | group region, year(order_date): median(revenue) > rows
  total revenue per region and quarter as a heat map
    orders | group region, quarter(order_date): sum(revenue) > rows [heatmap, cross]
  heat map of revenue by region and month
    orders | group region, month(order_date): sum(revenue) > rows [heatmap, cross]
  number of orders by weekday and hour as a heat map
    orders | group weekday(order_date), hour-of-day(order_date): count > rows [heatmap, cross]
  which weekday has the most orders
    orders | group weekday(order_date): count | sort number of rows desc | top 1 > rows
  which orders took the longest to ship
    ? took ship
  average shipping time
    ? shipping
  average days from order date to ship date by region
    orders | group region: mean(days(order_date..ship_date)) > rows
  average time from order to ship
    ? ship
  total revenue excluding returned orders
    orders | where not (returned == true) > sum(revenue)
  total revenue without returned orders
    orders | where not (returned == true) > sum(revenue)
  total revenue of all orders except those from Berlin
    orders | where not (city == Berlin) > sum(revenue)
  total revenue except in Berlin and Hamburg
    orders | where not (city in Berlin, Hamburg) > sum(revenue)
  customers who never returned an order
    ? never
  how many customers placed more than five orders in 2023
    orders | where order_date == 2023 | group customer: count | where number of rows > 5 > count
  what is the second most expensive product
    orders | group product: mean(unit_price) | sort average unit_price desc | place 2 > rows
  which city comes second in revenue
    ? which city comes second in revenue
  list orders sorted by revenue descending
    orders | sort revenue desc > rows
  show me the first 10 orders
    orders | sort order_date asc | top 10 > rows
  latest 5 orders in Paris
    orders | where city == Paris | sort order_date desc | top 5 > rows
  how many orders were made in the last 30 days
    orders | where order_date >= 2023-12-01 > count
  daily number of orders
    orders | group day(order_date): count > rows
  average daily number of orders
    orders | group day(order_date): count > mean(number of rows)
  average number of orders per day in March 2023
    orders | where order_date == 2023-03 | group day(order_date): count > mean(number of rows)
  average orders per day
    orders | group day(order_date): count > mean(number of rows)
  maximum daily revenue
    orders | group day(order_date): sum(revenue) > max(total revenue)
  how many orders have quantity above the median
    orders | where quantity > median(quantity) > count
  orders with revenue at least twice the average
    orders | where revenue >= (2 * mean(revenue)) > rows
  orders with missing ship date
    orders | where ship_date empty > rows
  how many missing values are there in each column?
    orders > missing()
  are there duplicate orders
    orders > duplicates()
  any duplicates in order id
    orders > duplicates(order_id)
  are there negative values in revenue
    ? negative
  how many orders are either returned or above 1000 revenue
    orders | where (returned == true or revenue > 1000) > count
  orders from Berlin or with revenue over 5000
    orders | where (city == Berlin or revenue > 5000) > rows
  orders in Berlin and Hamburg in 2023
    orders | where (city in Berlin, Hamburg and order_date == 2023) > rows
  average revenue for laptops and phones
    orders | where product in Laptop, Phone > mean(revenue)
  average revenue of laptops
    orders | where product == Laptop > mean(revenue)
  how many laptops and phones were ordered
    either orders | where product in Laptop, Phone > sum(quantity) // orders | where product in Laptop, Phone > count
  revenue of "Desk lamp" by year
    orders | where product == Desk lamp | group year(order_date): sum(revenue) > rows
  orders from The Hague
    orders | where city == The Hague > rows
  did revenue increase from 2022 to 2023
    orders > change sum(revenue): order_date == 2022 | order_date == 2023
  was revenue higher in 2023 than in 2022?
    orders > which sum(revenue): order_date == 2023 | order_date == 2022
  how much higher is the average revenue in Berlin than in Hamburg
    orders > difference mean(revenue): city == Berlin | city == Hamburg
  by how much did revenue grow in 2023
    ? by how much did revenue grow in 2023
  what is the variance of unit_price
    orders > variance(unit_price)
  25th percentile of unit price by product
    orders | group product: p25(unit_price) > rows
  top quartile of revenue
    ? top quartile of revenue
  lowest 10% of orders by revenue
    ? 10% of
  correlate discount with revenue using kendall
    orders > kendall(discount, revenue)
  revenue as a percentage of total by region
    orders | group region: sum(revenue) | share of total revenue > rows [%]
  what is the mode of quantity
    orders > mode(quantity)
  how many cities are there
    orders > distinct(city)
  list the cities in the North
    orders | where region == North | distinct city > rows(city)
  what products do we have
    orders | distinct product > rows(product)
  which products were never returned
    ? never
  total quantity times unit price
    orders > sum((quantity * unit_price))
  sum of unit price times quantity in 2023
    orders | where order_date == 2023 > sum((unit_price * quantity))
  UnitPrice by region
    orders | group region: mean(unit_price) > rows
  average \`unit_price\` per "product"
    orders | group product: mean(unit_price) > rows
  average unit price, round to 1 decimal, ignore missing values
    orders > mean(unit_price) [.1, Missing values are left out.]
  Please show me the total revenue by region, thanks
    orders | group region: sum(revenue) > rows
  total revenue by region for returned orders only
    orders | where returned == true | group region: sum(revenue) > rows
  only returned orders: total revenue by region
    ? orders :
  the average revenue in Berlin in 2023 for returned orders
    orders | where (city == Berlin and order_date == 2023 and returned == true) > mean(revenue)
  show revenue by region and mark the outliers
    ? mark
  predict revenue for next month
    ? predict next
  why did revenue fall in March
    ? why
  Quel est le revenu total ?
    ? Quel est le revenu total (Please ask in English.)
  what is the best region
    ? what is the best region
  which product sells best
    ? sells best
  revenue
    orders > sum(revenue)
`);

export const PENGUINS_CASES = cases(`
  second heaviest penguin
    penguins | sort body_mass_g desc | place 2 > rows
  were females heavier than males?
    penguins > which mean(body_mass_g): sex == female | sex == male
  average body mass by species and island
    penguins | group species, island: mean(body_mass_g) > rows
  What is the correlation between body mass and flipper length? Use Spearman.
    penguins > spearman(body_mass_g, flipper_length_mm)
  how many penguins weigh more than 4 kg
    penguins | where body_mass_g > 4000 > count
  how many penguins are heavier than 4000 g
    penguins | where body_mass_g > 4000 > count
  which species has the longest flippers
    either penguins | group species: max(flipper_length_mm) | sort highest flipper_length_mm desc | top 1 > rows // penguins | group species: mean(flipper_length_mm) | sort average flipper_length_mm desc | top 1 > rows
  How many penguins are there per island?
    penguins | group island: count > rows
  how many female Adelie penguins are there?
    penguins | where (sex == female and species == Adelie) > count
  average flipper length for each species and sex
    penguins | group species, sex: mean(flipper_length_mm) > rows
  Which island has the most penguins?
    penguins | group island: count | sort number of rows desc | top 1 > rows
  which penguins are heavier than average?
    penguins | where body_mass_g > mean(body_mass_g) > rows
  which penguins are heavier than the average of their species?
    penguins | where body_mass_g > mean(body_mass_g) within species > rows
  how many penguins have a body mass above 5000 g and a bill length below 45 mm
    penguins | where (body_mass_g > 5000 and bill_length_mm < 45) > count
  number of penguins by species and year
    penguins | group species, year: count > rows
  percentage of Gentoo penguins that are male
    penguins | where species == Gentoo > share count where sex == male
  What percentage of Gentoo penguins are male?
    penguins | where species == Gentoo > share count where sex == male
  do males weigh more than females?
    penguins > which mean(body_mass_g): sex == male | sex == female
  is flipper length related to body mass?
    penguins > pearson(flipper_length_mm, body_mass_g)
  distribution of body mass by species
    penguins > distribution body_mass_g by species
  skewness of body mass
    penguins > skewness(body_mass_g)
  kurtosis of bill length
    penguins > kurtosis(bill_length_mm)
  median body mass of female penguins on Biscoe in 2008
    penguins | where (sex == female and island == Biscoe and year == 2008) > median(body_mass_g)
  penguins by sex
    penguins | group sex: count > rows
  body mass range by species
    penguins | group species: range(body_mass_g) > rows
  the three lightest penguins of each species
    penguins | sort body_mass_g asc | top 3 within species > rows
  Which penguin has the third longest bill?
    penguins | sort bill_length_mm desc | place 3 > rows
  What is the species of the heaviest penguin?
    penguins | sort body_mass_g desc | top 1 > rows(species, body_mass_g)
  sex ratio
    ? ratio
  Are there outliers in body mass?
    penguins > outliers(body_mass_g) iqr 1.5
  outliers in body mass by species
    penguins > outliers(body_mass_g) iqr 1.5 by species
  how many penguins are neither Adelie nor Gentoo
    penguins | where not (species in Adelie, Gentoo) > count
  how many penguins are not Adelie
    penguins | where not (species == Adelie) > count
  how many non-Adelie penguins
    penguins | where not (species == Adelie) > count
  penguins per year as a line chart
    penguins | group year: count > rows [line]
  bill length vs flipper length scatter plot
    penguins > rows(flipper_length_mm, bill_length_mm) [scatter]
  list all islands
    penguins | distinct island > rows(island)
  which species are there on Dream
    penguins | where island == Dream | distinct species > rows(species)
`);

export const WEATHER_CASES = cases(`
  average weekly rainfall
    weather | group week(timestamp): sum(rainfall) > mean(total rainfall)
  longest streak of days with rainfall above 5 mm
    weather > streak rainfall > 5 by timestamp
  which station has the highest average temperature?
    weather | group station: mean(temperature) | sort average temperature desc | top 1 > rows
  heat map of average temperature by weekday and hour
    weather | group weekday(timestamp), hour-of-day(timestamp): mean(temperature) > rows [heatmap, cross]
  trend of temperature by month
    weather | group month(timestamp): mean(temperature) > rows [line]
  How much rain fell in 2022?
    weather | where timestamp == 2022 > sum(rainfall)
  total rainfall by station and year
    weather | group station, year(timestamp): sum(rainfall) > rows
  hottest day
    weather | group day(timestamp): mean(temperature) | sort average temperature desc | top 1 > rows
  Which station was the hottest on average?
    weather | group station: mean(temperature) | sort average temperature desc | top 1 > rows
  which day was hottest?
    weather | group day(timestamp): mean(temperature) | sort average temperature desc | top 1 > rows
  average temperature on Mondays
    weather | where weekday(timestamp) == Monday > mean(temperature)
  average temperature by hour of the day
    weather | group hour-of-day(timestamp): mean(temperature) > rows
  average temperature in January by year
    weather | where month-of-year(timestamp) == 1 | group year(timestamp): mean(temperature) > rows
  average temperature at weekends
    weather | where weekday(timestamp) in Saturday, Sunday > mean(temperature)
  moving average of temperature over 7 days
    weather | group day(timestamp): mean(temperature) | moving-average 7 of average temperature > rows [line]
  7-day rolling average of rainfall
    weather | group day(timestamp): sum(rainfall) | moving-average 7 of total rainfall > rows [line]
  highest temperature per month in 2021
    weather | where timestamp == 2021 | group month(timestamp): max(temperature) > rows
  difference between the highest and lowest temperature
    weather > range(temperature)
  range of temperature by station
    weather | group station: range(temperature) > rows
  How did the average temperature change over the years?
    weather | group year(timestamp): mean(temperature) > rows [line]
  year over year change in rainfall
    weather | group year(timestamp): sum(rainfall) | change difference 1 of total rainfall > rows [line]
  How many days had rainfall above 20 mm?
    weather | group day(timestamp): sum(rainfall) | where total rainfall > 20 > count
  wettest month
    weather | group month(timestamp): sum(rainfall) | sort total rainfall desc | top 1 > rows
  Which month had the most rainfall?
    weather | group month(timestamp): sum(rainfall) | sort total rainfall desc | top 1 > rows
  how many measurements were below 0 degrees
    ? measurements
  rows with temperature below -5
    weather | where temperature < -5 > rows
  correlation between temperature, humidity
    ? correlation between
  which columns correlate with temperature
    weather > pearson(temperature)
  correlation matrix
    weather > pearson()
  compare average temperature of Alpha and Bravo
    weather > difference mean(temperature): station == Alpha | station == Bravo
  is Alpha warmer than Bravo?
    weather > which mean(temperature): station == Alpha | station == Bravo
  was Alpha warmer than Bravo in 2020?
    weather | where timestamp == 2020 > which mean(temperature): station == Alpha | station == Bravo
  last 3 months
    ? last 3 months
  rainfall in the last 3 months
    weather | where timestamp >= 2023-10 > sum(rainfall)
  rainfall last year
    weather | where timestamp >= 2023 > sum(rainfall)
  average wind speed by station, as a bar chart
    weather | group station: mean(wind speed (km/h)) > rows [bar]
  temperature between 10 and 20
    ? temperature between 10 and 20
  number of rows with humidity above 90 % and temperature below 5
    weather | where (humidity > 90 and temperature < 5) > count
  average humidity when temperature is above 30
    weather | where temperature > 30 > mean(humidity)
  Was Alpha colder than Bravo on average in January 2021?
    weather | where timestamp == 2021-01 > which mean(temperature): station == Alpha | station == Bravo asc
  average of the daily maximum temperature
    ? maximum
  how often did it rain
    ? how often did it rain
  longest dry spell
    ? dry spell
  days without rainfall
    ? days without
  longest streak of days without rainfall
    weather > streak rainfall == 0 by timestamp
  maximum temperature for each station in summer
    ? summer
  top 5 hottest days
    weather | group day(timestamp): mean(temperature) | sort average temperature desc | top 5 > rows
  3 wettest months in 2022
    weather | where timestamp == 2022 | group month(timestamp): sum(rainfall) | sort total rainfall desc | top 3 > rows
  second wettest year
    weather | group year(timestamp): sum(rainfall) | sort total rainfall desc | place 2 > rows
  which year was the driest
    weather | group year(timestamp): sum(rainfall) | sort total rainfall asc | top 1 > rows
  rainfall by month of the year
    weather | group month-of-year(timestamp): sum(rainfall) > rows
  temperature by calendar month
    weather | group month-of-year(timestamp): mean(temperature) > rows
  average temperature per month for Coast station
    weather | where station == Coast | group month(timestamp): mean(temperature) > rows
  average temperature at station Coast
    weather | where station == Coast > mean(temperature)
  temperature trend at Coast
    weather | where station == Coast | group month(timestamp): mean(temperature) > rows [line]
  plot temperature over time
    weather | group month(timestamp): mean(temperature) > rows [line]
  plot the average temperature by month as a line chart
    weather | group month(timestamp): mean(temperature) > rows [line]
  monthly rainfall in 2023
    weather | where timestamp == 2023 | group month(timestamp): sum(rainfall) > rows
  annual rainfall by station
    weather | group year(timestamp), station: sum(rainfall) > rows
  weekly average temperature
    weather | group week(timestamp): mean(temperature) > rows
  cumulative rainfall in 2023
    weather | where timestamp == 2023 | group month(timestamp): sum(rainfall) | running-total of total rainfall > rows [line]
  percentage change in annual rainfall
    ? annual
  how much did rainfall change between 2021 and 2022
    ? much
  outliers in temperature using z-score
    weather > outliers(temperature) z-score 3
  outliers in temperature using z-score above 2
    weather > outliers(temperature) z-score 2
  do not remove outliers: average temperature by station
    ? :
  average temperature by station, keep outliers
    weather | group station: mean(temperature) > rows [Outliers are kept.]
  correlation between temperature and humidity, use kendall
    weather > kendall(temperature, humidity)
  strongest wind
    ? strongest wind
  how windy was it in March 2022
    ? windy
  rows where rainfall is missing
    weather | where rainfall empty > rows
  histogram of temperature at Alpha
    weather | where station == Alpha > distribution temperature [histogram]
  box plot of temperature by station
    weather > distribution temperature by station [box]
  temperature vs humidity scatter plot
    weather > rows(humidity, temperature) [scatter]
  is there a trend in temperature?
    weather | group month(timestamp): mean(temperature) > rows [line]
  does temperature correlate with humidity
    weather > pearson(temperature, humidity)
  standard deviation of temperature by station and year
    weather | group station, year(timestamp): std(temperature) > rows
  difference in rainfall between 2021 and 2022
    weather > difference sum(rainfall): timestamp == 2021 | timestamp == 2022
  ratio of rainfall between Alpha and Bravo
    weather > ratio sum(rainfall): station == Alpha | station == Bravo
  stations with average temperature above 15
    weather | group station: mean(temperature) | where average temperature > 15 > rows
  how many stations are there
    weather > distinct(station)
  temperature above the average of its station
    ? its
  how many rows are above the average temperature
    weather | where temperature > mean(temperature) > count
  readings where temperature is higher than average
    ? readings
  time between rows at Alpha
    weather | where station == Alpha | gap days of timestamp > rows
  average gap in hours between rows
    weather | gap hours of timestamp > mean(gap)
`);

export const STAFF_CASES = cases(`
  who has the highest salary?
    staff | sort Annual Salary (USD) desc | top 1 > rows(EmployeeName, Annual Salary (USD))
  average salary of women in IT
    staff | where (Gender == F and Department == IT) > mean(Annual Salary (USD))
  percentage of employees who are female by department
    staff | group Department: (count where Gender == F / count) > rows
  how many employees are there
    staff > count
  how many people work in IT
    staff | where Department == IT > count
  average salary by department and gender
    staff | group Department, Gender: mean(Annual Salary (USD)) > rows
  who earns the most
    staff | sort Annual Salary (USD) desc | top 1 > rows(EmployeeName, Annual Salary (USD))
  who are the 3 oldest employees
    staff | sort Age desc | top 3 > rows(EmployeeName, Age)
  who is the youngest?
    staff | sort Age asc | top 1 > rows(EmployeeName, Age)
  youngest employee in Legal
    staff | where Department == Legal | sort Age asc | top 1 > rows
  how many employees were hired after 2015
    staff | where Hire Date > 2015 > count
  how many women are there in each department
    staff | group Department: count where Gender == F > rows
  what share of staff is remote?
    staff > share count where Remote == Yes
  share of remote employees by department
    either staff | where Remote == Yes | group Department: count | share of number of rows > rows // staff | group Department: (count where Remote == Yes / count) > rows
  salary by age group
    staff | group Age in 6 ranges: mean(Annual Salary (USD)) > rows
  median age of remote employees
    staff | where Remote == Yes > median(Age)
  salary distribution
    staff > distribution Annual Salary (USD)
  Which department has the highest median salary?
    staff | group Department: median(Annual Salary (USD)) | sort median Annual Salary (USD) desc | top 1 > rows
  which departments have an average salary above 80000
    staff | group Department: mean(Annual Salary (USD)) | where average Annual Salary (USD) > 80000 > rows
  departments with more than 20 employees
    staff | group Department: count | where number of rows > 20 > rows
  how many departments have at least 10 women
    staff | where Gender == F | group Department: count | where number of rows >= 10 > count
  employees hired between 2010 and 2015
    staff | where Hire Date 2010..2015 > rows
  employees whose EmployeeName starts with "A"
    staff | where EmployeeName starts A > rows
  average AnnualSalary by "Department"
    staff | group Department: mean(Annual Salary (USD)) > rows
  how many were hired each year
    ? how many were hired each year
  employees earning more than 100k
    staff | where Annual Salary (USD) > 100000 > rows
  employees with salary over $100,000
    staff | where Annual Salary (USD) > 100000 > rows
  newest employee
    staff | sort Hire Date desc | top 1 > rows
  average salary difference between women and men
    ? difference between
  gender pay gap
    ? pay gap
  median salary by department, excluding IT
    staff | where not (Department == IT) | group Department: median(Annual Salary (USD)) > rows
  average salary in every department except Legal
    staff | where not (Department == Legal) | group Department: mean(Annual Salary (USD)) > rows
  salary of Ann Lee
    staff | where EmployeeName == Ann Lee > mean(Annual Salary (USD))
  What is the age of Ann Lee?
    staff | where EmployeeName == Ann Lee > mean(Age)
  who was hired last
    ? who was hired last
  who was hired first
    staff | sort Hire Date asc | top 1 > rows(EmployeeName, Hire Date)
  how many women and men are there
    staff | where Gender in F, M > count
  number of employees by gender and department as a cross table
    staff | group Gender, Department: count > rows [cross]
  crosstab of department and gender
    staff | group Department, Gender: count > rows [cross]
  is the average salary of men higher than that of women
    staff > which mean(Annual Salary (USD)): Gender == M | Gender == F
  do women earn less than men
    staff > which mean(Annual Salary (USD)): Gender == F | Gender == M asc
  do men earn more than women in IT
    staff | where Department == IT > which mean(Annual Salary (USD)): Gender == M | Gender == F
  average age and median salary by department
    staff | group Department: mean(Age), median(Annual Salary (USD)) > rows
  highest and lowest salary per department
    staff | group Department: max(Annual Salary (USD)), min(Annual Salary (USD)) > rows
  employees older than 60
    staff | where Age > 60 > rows
  how many employees are younger than 30 or older than 60
    staff | where (Age < 30 or Age > 60) > count
  employees between 30 and 40
    ? employees between 30 and 40
  employees aged between 30 and 40
    ? aged
  employees with age between 30 and 40 in Sales or IT
    staff | where (Age 30..40 and Department in Sales, IT) > rows
  share of women in each department
    staff | group Department: (count where Gender == F / count) > rows
  percentage of women by department
    staff | group Department: (count where Gender == F / count) > rows
  what percentage of the staff are women
    staff > share count where Gender == F
  how many employees work remotely
    staff | where Remote == Yes > count
  which department has the most remote employees
    staff | where Remote == Yes | group Department: count | sort number of rows desc | top 1 > rows
  which department has the highest share of women
    staff | group Department: (count where Gender == F / count) | sort share desc | top 1 > rows
  third highest salary
    staff | sort Annual Salary (USD) desc | place 3 > rows
  who has the third highest salary
    staff | sort Annual Salary (USD) desc | place 3 > rows(EmployeeName, Annual Salary (USD))
  top 3 salaries in each department
    staff | sort Annual Salary (USD) desc | top 3 within Department > rows
  3 best paid employees in each department
    staff | sort Annual Salary (USD) desc | top 3 within Department > rows
  average tenure
    ? tenure
  average salary of the 10 oldest employees
    staff | sort Age desc | top 10 > mean(Annual Salary (USD))
  how many different ages are there
    staff > distinct(Age)
  salary above the department average
    ? salary above the department average
  employees earning above the average of their department
    staff | where Annual Salary (USD) > mean(Annual Salary (USD)) within Department > rows
  correlation of age and salary by gender
    staff > pearson(Age, Annual Salary (USD)) by Gender
  hires per year
    ? hires
  number of hires by year
    ? hires
  how many people were hired in 2020?
    staff | where Hire Date == 2020 > count
`);

export const TRIPS_CASES = cases(`
  cost per kilometer by bike type
    trips | group bike_type: (sum(cost) / sum(distance_km)) > rows
  longest trip from Airport to Museum
    trips | where (origin == Airport and destination == Museum) | sort distance_km desc | top 1 > rows
  how many trips started in April
    trips | where month-of-year(started_at) == 4 > count
  average cost per km
    trips > (sum(cost) / sum(distance_km))
  trips from Airport to Harbor
    trips | where (origin == Airport and destination == Harbor) > rows
  average duration in minutes between started at and ended at
    trips > mean(minutes(started_at..ended_at))
  how many trips were made by members
    either trips | group member: count > rows // trips | where member == true > count
  how many trips were not made by members
    trips | where not (member == true) > count
  average distance of electric bikes vs classic bikes
    ? average distance of electric bikes vs classic bikes
  busiest hour
    trips | group hour-of-day(started_at): count | sort number of rows desc | top 1 > rows
  trips per hour of the day
    trips | group hour-of-day(started_at): count > rows
  average cost of trips longer than 10 km
    trips | where distance_km > 10 > mean(cost)
  cheapest trip to Museum
    trips | where destination == Museum | sort cost asc | top 1 > rows
  5 longest trips in April
    trips | where month-of-year(started_at) == 4 | sort distance_km desc | top 5 > rows
  second cheapest trip
    trips | sort cost asc | place 2 > rows
  how many trips ended after May 2023
    trips | where ended_at > 2023-05 > count
  percentage of trips by members
    either trips | group member: count | share of number of rows > rows // trips > share count where member == true
  members vs non-members: average cost
    ? members vs
  time between trips
    trips | gap days of started_at > rows
  what is the average trip length
    trips > mean(distance_km)
  average trip duration in minutes
    ? average trip duration in minutes
  cost per trip
    trips > mean(cost)
  cost per trip by bike type
    trips | group bike_type: mean(cost) > rows
  trips by weekday
    trips | group weekday(started_at): count > rows
  which origin has the most trips
    trips | group origin: count | sort number of rows desc | top 1 > rows
  most common destination
    trips | group destination: count | sort number of rows desc | top 1 > rows
  most popular destination from Airport
    trips | where origin == Airport | group destination: count | sort number of rows desc | top 1 > rows
  how many trips go from Airport to Harbor
    trips | where (origin == Airport and destination == Harbor) > count
  trips by origin and destination as a heat map
    trips | group origin, destination: count > rows [heatmap, cross]
  share of electric bikes
    ? share
  share of trips by bike type
    trips | group bike_type: count | share of number of rows > rows
  share of electric trips by month
    either trips | where bike_type == electric | group month(started_at): count | share of number of rows > rows // trips | group month(started_at): (count where bike_type == electric / count) > rows
  how many electric trips were there per week
    trips | group week(started_at): count where bike_type == electric > rows
  median cost of electric trips over 5 km
    trips | where (bike_type == electric and distance_km > 5) > median(cost)
  are there trips with cost 0
    ? 0
  are there any trips above 30 km
    trips > any distance_km > 30
  average cost of electric and classic trips
    trips | where bike_type in electric, classic > mean(cost)
  distance times cost
    trips > sum((distance_km * cost))
  total distance by members and non-members
    trips | group member: sum(distance_km) > rows
  is the average cost of electric trips higher than of classic trips
    trips > which mean(cost): bike_type == electric | bike_type == classic
`);

export const SHOPS_CASES = cases(`
  total amount by country
    sales + shops | group country: sum(amount) > rows
  how many sales in France
    sales + shops | where country == France > count
  average amount by country
    sales + shops | group country: mean(amount) > rows
  which country has the highest total amount
    sales + shops | group country: sum(amount) | sort total amount desc | top 1 > rows
  how many shops are there
    shops > count
  how many shops are in France
    shops | where country == France > count
  average floor area by country
    shops | group country: mean(floor area) > rows
  total amount for shops with floor area above 200
    sales + shops | where floor area > 200 > sum(amount)
  how many sales per shop
    sales | group shop_id: count > rows
  which shop has the highest amount
    sales | group shop_id: sum(amount) | sort total amount desc | top 1 > rows
  number of shops per country
    shops | group country: count > rows
  average amount per shop in France
    either sales + shops | where country == France | group shop_id: mean(amount) > rows // sales + shops | where country == France | group shop_id: sum(amount) > mean(total amount)
  total amount by country and month
    sales + shops | group country, month(date): sum(amount) > rows
  amount by floor area
    ? amount by
  what is the largest shop
    ? largest
`);

