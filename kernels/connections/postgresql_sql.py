"""What PostgreSQL is asked about roles and catalogs, and what it may not be asked."""

# Each row says one way in which the role, or one that it may become, can change more than it reads. An owner whose rights were
# taken can take them back.
WRITERS = """
WITH roles AS MATERIALIZED (
  SELECT oid, rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles
  WHERE pg_has_role(current_user, oid, 'MEMBER')
), plain AS MATERIALIZED (
  SELECT oid, rolname FROM roles WHERE NOT EXISTS (SELECT FROM roles WHERE rolsuper)
), relations AS MATERIALIZED (
  SELECT c.oid, c.relkind, c.relowner, format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_(toast|temp|catalog)'
    AND n.nspname <> 'information_schema'
)
SELECT 'is a superuser' WHERE EXISTS (SELECT FROM roles WHERE rolsuper)
UNION ALL SELECT 'can create roles' WHERE EXISTS (SELECT FROM roles JOIN plain USING (oid) WHERE rolcreaterole)
UNION ALL SELECT 'can create databases' WHERE EXISTS (SELECT FROM roles JOIN plain USING (oid) WHERE rolcreatedb)
UNION ALL SELECT 'can replicate' WHERE EXISTS (SELECT FROM roles JOIN plain USING (oid) WHERE rolreplication)
UNION ALL SELECT 'has the rights of ' || rolname FROM plain WHERE rolname IN ('pg_write_all_data',
  'pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files', 'pg_signal_backend', 'pg_maintain',
  'pg_create_subscription', 'pg_checkpoint', 'pg_database_owner', 'pg_use_reserved_connections')
UNION ALL SELECT 'can create schemas in this database'
  WHERE EXISTS (SELECT FROM plain WHERE has_database_privilege(oid, current_database(), 'CREATE'))
UNION ALL SELECT 'can create tables in the schema ' || nspname FROM pg_namespace n
  WHERE nspname !~ '^pg_(toast|temp)' AND EXISTS (SELECT FROM plain WHERE n.nspowner = plain.oid OR has_schema_privilege(plain.oid, n.oid, 'CREATE'))
UNION ALL (SELECT 'can change ' || name FROM relations r WHERE EXISTS (SELECT FROM plain WHERE r.relowner = plain.oid OR CASE
  WHEN relkind = 'm' THEN false
  WHEN relkind = 'S' THEN has_sequence_privilege(plain.oid, r.oid, 'USAGE, UPDATE')
  ELSE has_table_privilege(plain.oid, r.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
    OR has_any_column_privilege(plain.oid, r.oid, 'INSERT, UPDATE') END) LIMIT 5)
"""

# One JSON object a row, as the contract of the host process describes a table.
CATALOG = """
SELECT json_build_object('schema', n.nspname, 'name', c.relname,
  'kind', CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
  'rows', CASE WHEN c.reltuples >= 0 AND c.relkind IN ('r', 'p', 'm') THEN c.reltuples::bigint END,
  'comment', obj_description(c.oid, 'pg_class'),
  'columns', (SELECT coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'nullable', NOT a.attnotnull, 'comment', col_description(c.oid, a.attnum)) ORDER BY a.attnum), '[]')
    FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
  'primaryKey', coalesce((SELECT (SELECT json_agg(a.attname ORDER BY position) FROM unnest(k.conkey) WITH ORDINALITY u(number, position)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = number)
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'), '[]'),
  'foreignKeys', (SELECT coalesce(json_agg(json_build_object(
      'columns', (SELECT json_agg(a.attname ORDER BY position) FROM unnest(k.conkey) WITH ORDINALITY u(number, position)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = number),
      'references', json_build_object('schema', rn.nspname, 'table', r.relname,
        'columns', (SELECT json_agg(a.attname ORDER BY position) FROM unnest(k.confkey) WITH ORDINALITY u(number, position)
          JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = number))) ORDER BY k.conname), '[]')
    FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
    WHERE k.conrelid = c.oid AND k.contype = 'f'))::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')) AND (ALLOWED)
ORDER BY n.nspname, c.relname
"""

# Where schemas are limited: may the role itself read this relation, or only through a view?
CAN_READ = """
SELECT has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = {schema} AND c.relname = {name}
"""

# Functions that act outside the transaction, or on other sessions. Rights keep most roles from most of them; these are a second lock.
REFUSED_CALLS = "|".join(
    [
        *[
            "dblink\\w*",
            "lo_\\w+",
            "lowrite",
            "pg_\\w*advisory_\\w+",
            "pg_notify",
            "pg_logical_emit_message",
            "set_config",
            "setval",
            "nextval",
        ],
        *[
            "pg_read_\\w*file",
            "pg_ls_\\w+",
            "pg_stat_file",
            "pg_import_system_collations",
            "pg_terminate_backend",
            "pg_cancel_backend",
        ],
        *[
            "pg_reload_conf",
            "pg_rotate_logfile",
            "pg_switch_wal",
            "pg_create_\\w+",
            "pg_drop_\\w+",
            "pg_stat_reset\\w*",
            "pg_file_\\w+",
        ],
    ]
)
# Where schemas are limited: functions that read what a text names, which no plan shows.
DYNAMIC_CALLS = "|".join(
    [
        *[
            "(?:query|table|cursor|schema|database)_to_xml\\w*",
            "ts_stat",
            "ts_rewrite",
            "crosstab\\w*",
            "connectby",
            "xpath_table",
        ],
        *["pg_get_\\w+", "pg_sequence_\\w+", "pg_relation_\\w+", "currval", "lastval"],
    ]
)

FUNCTIONS_NOTE = (
    "A function that the database's owner wrote in an untrusted language, or that opens connections of its own, can act outside "
    "the read-only transaction. Take EXECUTE on such functions from this role."
)
SCHEMAS_NOTE = (
    "Tables of other schemas are refused by the plan of each query. What functions in the allowed schemas read inside is theirs; "
    "only a role without rights on the other schemas keeps them from it."
)
