-- The table of ECache with the columns of ECalCache (libedata-cal).
CREATE TABLE ECacheObjects (ECacheUID TEXT PRIMARY KEY, ECacheREV TEXT, ECacheOBJ TEXT, ECacheState INTEGER, occur_start TEXT, occur_end TEXT,
  due TEXT, completed TEXT, summary TEXT, comment TEXT, description TEXT, location TEXT, attendees TEXT, organizer TEXT, classification TEXT,
  status TEXT, priority INTEGER, categories TEXT, has_alarm INTEGER, has_start INTEGER, has_recurrences INTEGER, bdata TEXT);
INSERT INTO ECacheObjects (ECacheUID, ECacheOBJ, occur_start, occur_end, summary, location) VALUES
  ('remote-1', 'BEGIN:VEVENT', '20240601120000', '20240601130000', 'Regatta', 'Harbour');
