from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        CREATE TABLE IF NOT EXISTS "accounts" (
    "id" UUID NOT NULL PRIMARY KEY,
    "kind" VARCHAR(3) NOT NULL,
    "company_name" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON COLUMN "accounts"."kind" IS 'INDIVIDUAL: ind\nORGANIZATION: org';
COMMENT ON TABLE "accounts" IS 'One tenant. ``company_name`` is set for organizations alone.';
CREATE TABLE IF NOT EXISTS "partner_applications" (
    "id" UUID NOT NULL PRIMARY KEY,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "company_name" TEXT NOT NULL,
    "company_size" INT NOT NULL,
    "company_link" TEXT NOT NULL,
    "preference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE "partner_applications" IS 'An application to become a partner; applicants have no account (specification section 2).';
CREATE TABLE IF NOT EXISTS "users" (
    "id" UUID NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "image_url" TEXT,
    "language" VARCHAR(8),
    "email_verified_at" TIMESTAMPTZ,
    "disabled_at" TIMESTAMPTZ,
    "is_mfa_device_enabled" BOOL NOT NULL,
    "is_mfa_email_enabled" BOOL NOT NULL,
    "mfa_device_secret_sealed" BYTEA,
    "is_email_notifications_enabled" BOOL NOT NULL,
    "is_breach_alert_enabled" BOOL NOT NULL,
    "is_auto_close_duplicate_breach_records_enabled" BOOL NOT NULL,
    "address_line_1" TEXT NOT NULL,
    "address_line_2" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "postal_code" TEXT NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "phone" TEXT NOT NULL,
    "fax" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON COLUMN "users"."country" IS 'ISO 3166-1 alpha-2, or empty';
COMMENT ON TABLE "users" IS 'A person who logs in; global, tied to an account by a membership.';
CREATE TABLE IF NOT EXISTS "email_claims" (
    "email_key" VARCHAR(254) NOT NULL PRIMARY KEY,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS "idx_email_claim_user_id_8b3c0e" ON "email_claims" ("user_id");
COMMENT ON TABLE "email_claims" IS 'Who logs in with an address: the one place where e-mail addresses are unique across all accounts.';
CREATE TABLE IF NOT EXISTS "memberships" (
    "id" UUID NOT NULL PRIMARY KEY,
    "role" VARCHAR(8) NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "account_id" UUID NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "uid_memberships_account_1b9d6f" UNIQUE ("account_id", "user_id")
);
CREATE INDEX IF NOT EXISTS "idx_memberships_user_id_6b1e99" ON "memberships" ("user_id");
COMMENT ON COLUMN "memberships"."role" IS 'OWNER: owner\nANALYST: analyst\nVIEWER: viewer';
COMMENT ON TABLE "memberships" IS 'A user''s place in an account.';
CREATE TABLE IF NOT EXISTS "security_events" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID,
    "kind" VARCHAR(48) NOT NULL,
    "happened_at" TIMESTAMPTZ NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "detail" JSONB NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_security_ev_account_f9d209" ON "security_events" ("account_id", "happened_at", "id");
CREATE INDEX IF NOT EXISTS "idx_security_ev_account_ddf10a" ON "security_events" ("account_id", "kind", "happened_at");
COMMENT ON COLUMN "security_events"."address" IS 'the client''s network address';
COMMENT ON TABLE "security_events" IS 'One line of the audit log. ``detail`` never holds a secret.';
CREATE TABLE IF NOT EXISTS "sessions" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "refresh_digest" BYTEA NOT NULL,
    "previous_refresh_digest" BYTEA,
    "rotated_at" TIMESTAMPTZ NOT NULL,
    "refresh_expires_at" TIMESTAMPTZ NOT NULL,
    "is_remembered" BOOL NOT NULL,
    "authenticated_at" TIMESTAMPTZ NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "last_seen_at" TIMESTAMPTZ NOT NULL,
    "ended_at" TIMESTAMPTZ,
    "end_reason" VARCHAR(32),
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_sessions_account_7df633" ON "sessions" ("account_id", "user_id", "created_at");
COMMENT ON COLUMN "sessions"."authenticated_at" IS 'when the password was last given';
COMMENT ON COLUMN "sessions"."address" IS 'the client''s network address';
COMMENT ON TABLE "sessions" IS 'One log-in on one device. Refresh tokens are stored as SHA-256 of their random part only.';
CREATE TABLE IF NOT EXISTS "throttle_counters" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "key" VARCHAR(200) NOT NULL,
    "window_start" TIMESTAMPTZ NOT NULL,
    "hits" INT NOT NULL,
    CONSTRAINT "uid_throttle_co_key_22e547" UNIQUE ("key", "window_start")
);
CREATE INDEX IF NOT EXISTS "idx_throttle_co_window__e65621" ON "throttle_counters" ("window_start");
COMMENT ON TABLE "throttle_counters" IS 'Hits of one throttle key in one window, shared by all processes (kit.throttling).';
CREATE TABLE IF NOT EXISTS "domains" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "domain" VARCHAR(253) NOT NULL,
    "domain_txt" TEXT NOT NULL,
    "domain_txt_secret" TEXT NOT NULL,
    "is_enabled" BOOL NOT NULL,
    "is_verified" BOOL NOT NULL,
    "verified_at" TIMESTAMPTZ,
    "checked_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_domains_account_5143c7" UNIQUE ("account_id", "domain")
);
COMMENT ON COLUMN "domains"."domain" IS 'A-label form';
COMMENT ON COLUMN "domains"."domain_txt" IS 'what the TXT record must hold';
COMMENT ON COLUMN "domains"."domain_txt_secret" IS 'the random part of the TXT record';
COMMENT ON TABLE "domains" IS 'A company domain of an account; watched once it is verified and enabled (design section 3).';
CREATE TABLE IF NOT EXISTS "domain_claims" (
    "domain" VARCHAR(253) NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "proved_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE "domain_claims" IS 'Who proved a domain: the one place where verified domains are unique across all accounts.';
CREATE TABLE IF NOT EXISTS "site_settings" (
    "id" SMALLINT NOT NULL PRIMARY KEY,
    "signup_enabled" BOOL NOT NULL,
    "login_enabled" BOOL NOT NULL,
    "individual_signup_enabled" BOOL NOT NULL,
    "organization_signup_enabled" BOOL NOT NULL,
    "partner_signup_enabled" BOOL NOT NULL,
    "turnkey_enabled" BOOL NOT NULL,
    "turnkey_site_key" TEXT NOT NULL,
    "language" VARCHAR(8) NOT NULL
);
COMMENT ON TABLE "site_settings" IS 'The one row of public settings (specification section 3); every flag defaults to false.';
CREATE TABLE IF NOT EXISTS "identities" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "key" VARCHAR(254) NOT NULL,
    "domain_id" UUID,
    "epoch" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_identities_account_5cb184" UNIQUE ("account_id", "kind", "key")
);
CREATE INDEX IF NOT EXISTS "idx_identities_epoch_934f95" ON "identities" ("epoch");
CREATE INDEX IF NOT EXISTS "idx_identities_kind_f4b8ff" ON "identities" ("kind", "key");
COMMENT ON COLUMN "identities"."kind" IS 'EMAIL: email\nDOMAIN: domain';
COMMENT ON COLUMN "identities"."key" IS 'e-mail key or A-label domain';
COMMENT ON TABLE "identities" IS 'What an account watches, proved by its owner (design section 3).';
CREATE TABLE IF NOT EXISTS "identity_epoch" (
    "id" SMALLINT NOT NULL PRIMARY KEY,
    "value" BIGINT NOT NULL
);
COMMENT ON TABLE "identity_epoch" IS 'The one row that counts changes of the watched identities (design section 4.9).';
CREATE TABLE IF NOT EXISTS "leaks" (
    "id" UUID NOT NULL PRIMARY KEY,
    "name" VARCHAR(200) NOT NULL UNIQUE,
    "title" TEXT NOT NULL,
    "domain" VARCHAR(253),
    "kind" VARCHAR(16) NOT NULL,
    "breach_date" DATE,
    "added_at" TIMESTAMPTZ NOT NULL,
    "modified_at" TIMESTAMPTZ NOT NULL,
    "pwn_count" BIGINT NOT NULL,
    "description" TEXT NOT NULL,
    "data_classes" JSONB NOT NULL,
    "is_verified" BOOL NOT NULL,
    "is_fabricated" BOOL NOT NULL,
    "is_sensitive" BOOL NOT NULL,
    "is_retired" BOOL NOT NULL,
    "is_spam_list" BOOL NOT NULL,
    "is_malware" BOOL NOT NULL,
    "is_stealer_log" BOOL NOT NULL,
    "is_subscription_free" BOOL NOT NULL,
    "logo_path" TEXT,
    "attribution" TEXT
);
COMMENT ON COLUMN "leaks"."name" IS 'the stable key';
COMMENT ON COLUMN "leaks"."kind" IS 'COMBOLIST: combolist\nSTEALER_LOG: stealer_log\nTABLE_DUMP: table_dump\nMIXED: mixed';
COMMENT ON TABLE "leaks" IS 'A catalogue entry, with the fields of the Have I Been Pwned breach model (design section 3).';
CREATE TABLE IF NOT EXISTS "leak_files" (
    "id" UUID NOT NULL PRIMARY KEY,
    "digest" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "kind" VARCHAR(16) NOT NULL,
    "dialect" JSONB NOT NULL,
    "state" VARCHAR(8) NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "leak_id" UUID NOT NULL REFERENCES "leaks" ("id") ON DELETE RESTRICT,
    CONSTRAINT "uid_leak_files_leak_id_f6f2d2" UNIQUE ("leak_id", "digest")
);
COMMENT ON COLUMN "leak_files"."size" IS 'bytes';
COMMENT ON COLUMN "leak_files"."state" IS 'RUNNING: running\nDONE: done';
COMMENT ON TABLE "leak_files" IS 'One file of a leak, known by the SHA-256 of its bytes whatever its name.';
CREATE TABLE IF NOT EXISTS "batches" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "number" INT NOT NULL,
    "start_offset" BIGINT NOT NULL,
    "end_offset" BIGINT NOT NULL,
    "identity_epoch" BIGINT,
    "lines" INT NOT NULL,
    "records" INT NOT NULL,
    "alerts" INT NOT NULL,
    "sightings" INT NOT NULL,
    "tally" JSONB NOT NULL,
    "done_at" TIMESTAMPTZ,
    "file_id" UUID NOT NULL REFERENCES "leak_files" ("id") ON DELETE CASCADE,
    CONSTRAINT "uid_batches_file_id_af6821" UNIQUE ("file_id", "number")
);
CREATE INDEX IF NOT EXISTS "idx_batches_identit_300544" ON "batches" ("identity_epoch");
COMMENT ON COLUMN "batches"."start_offset" IS 'bytes';
COMMENT ON COLUMN "batches"."end_offset" IS 'bytes';
COMMENT ON COLUMN "batches"."identity_epoch" IS 'the epoch of identities it was matched against';
COMMENT ON COLUMN "batches"."alerts" IS 'new alerts it raised';
COMMENT ON COLUMN "batches"."tally" IS 'skips and rejections by reason';
COMMENT ON TABLE "batches" IS 'One piece of a file. Until ``done_at`` is set its lake rows do not count (design section 4.9).';
CREATE TABLE IF NOT EXISTS "look_backs" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "identity_id" UUID NOT NULL,
    "batches_total" INT NOT NULL,
    "batches_done" INT NOT NULL,
    "alerts" INT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "finished_at" TIMESTAMPTZ
);
CREATE INDEX IF NOT EXISTS "idx_look_backs_account_1a3f19" ON "look_backs" ("account_id", "created_at");
CREATE INDEX IF NOT EXISTS "idx_look_backs_identit_3fcd9d" ON "look_backs" ("identity_id");
COMMENT ON TABLE "look_backs" IS 'The matching of all that was taken in before an identity was proved.';
CREATE TABLE IF NOT EXISTS "alerts" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "datetime" TIMESTAMPTZ NOT NULL,
    "is_read" BOOL NOT NULL,
    "is_closed" BOOL NOT NULL,
    "domain_id" UUID,
    "domain_name" VARCHAR(253),
    "email_account_id" UUID,
    "is_alias" BOOL NOT NULL,
    "leak_id" UUID NOT NULL,
    "url" TEXT,
    "host" TEXT,
    "app" TEXT,
    "usernames" TEXT[] NOT NULL,
    "username_key" TEXT NOT NULL,
    "password_sealed" BYTEA,
    "password_index" BYTEA,
    "password_type" VARCHAR(32) NOT NULL,
    "severity_score" SMALLINT NOT NULL,
    "severity_factors" JSONB NOT NULL,
    "machine" JSONB,
    "first_seen" TIMESTAMPTZ NOT NULL,
    "last_seen" TIMESTAMPTZ NOT NULL,
    "sightings" INT NOT NULL,
    "previous_alert_id" UUID,
    CONSTRAINT "uid_alerts_account_60e38a" UNIQUE ("account_id", "key")
);
CREATE INDEX IF NOT EXISTS "idx_alerts_account_51b529" ON "alerts" ("account_id", "datetime", "id");
CREATE INDEX IF NOT EXISTS "idx_alerts_account_b9ed3c" ON "alerts" ("account_id", "transaction_id", "id");
CREATE INDEX IF NOT EXISTS "idx_alerts_account_039fe2" ON "alerts" ("account_id", "username_key");
CREATE INDEX IF NOT EXISTS "idx_alerts_account_629745" ON "alerts" ("account_id", "password_index");
CREATE INDEX IF NOT EXISTS "idx_alerts_account_1b5c6e" ON "alerts" ("account_id", "email_account_id", "datetime");
CREATE INDEX IF NOT EXISTS "idx_alerts_account_b2fed1" ON "alerts" ("account_id", "domain_id", "datetime");
COMMENT ON COLUMN "alerts"."datetime" IS 'when it was raised';
COMMENT ON COLUMN "alerts"."password_index" IS 'blind index under the account''s own key';
COMMENT ON COLUMN "alerts"."previous_alert_id" IS 'the alert of the former secret of the same login';
COMMENT ON TABLE "alerts" IS 'One detection: exactly once per (account, host or app, username key, secret) (design section 3).';
CREATE TABLE IF NOT EXISTS "alert_changes" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "was_read" BOOL NOT NULL,
    "was_closed" BOOL NOT NULL
);
CREATE INDEX IF NOT EXISTS "idx_alert_chang_account_11acfc" ON "alert_changes" ("account_id", "operation_id");
CREATE INDEX IF NOT EXISTS "idx_alert_chang_account_a40e23" ON "alert_changes" ("account_id", "alert_id");
COMMENT ON TABLE "alert_changes" IS 'The state of one alert before an operation: what Undo restores and what its history shows.';
CREATE TABLE IF NOT EXISTS "alert_counters" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "has_domain" BOOL NOT NULL,
    "is_read" BOOL NOT NULL,
    "is_closed" BOOL NOT NULL,
    "day" DATE NOT NULL,
    "alerts" INT NOT NULL,
    CONSTRAINT "uid_alert_count_account_f7cb90" UNIQUE ("account_id", "has_domain", "is_read", "is_closed", "day")
);
COMMENT ON COLUMN "alert_counters"."day" IS 'UTC day on which the alerts were raised';
COMMENT ON TABLE "alert_counters" IS 'How many alerts an account has, by list, state and day; kept by a trigger so that no page counts rows.';
CREATE TABLE IF NOT EXISTS "alert_operations" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "action" VARCHAR(8) NOT NULL,
    "updated" INT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "undone_at" TIMESTAMPTZ
);
CREATE INDEX IF NOT EXISTS "idx_alert_opera_account_6fca26" ON "alert_operations" ("account_id", "created_at");
COMMENT ON COLUMN "alert_operations"."action" IS 'READ: read\nUNREAD: unread\nCLOSE: close\nREOPEN: reopen';
COMMENT ON TABLE "alert_operations" IS 'One use of an action on one or many alerts; can be undone once.';
CREATE TABLE IF NOT EXISTS "email_accounts" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_email_accou_account_c2b679" UNIQUE ("account_id", "email")
);
COMMENT ON COLUMN "email_accounts"."email" IS 'e-mail key';
COMMENT ON TABLE "email_accounts" IS 'An e-mail address of an account that alerts speak of: the ``user`` of a Workforce alert (design section 3).';
CREATE TABLE IF NOT EXISTS "sightings" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "leak_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "file_digest" BYTEA NOT NULL,
    "seen_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_sightings_account_3e1bbe" UNIQUE ("account_id", "alert_id", "leak_id", "file_digest")
);
COMMENT ON TABLE "sightings" IS 'An alert''s key seen in a file; counted by distinct (leak, file digest) (design section 3).';
CREATE TABLE IF NOT EXISTS "aerich" (
    "id" SERIAL NOT NULL PRIMARY KEY,
    "version" VARCHAR(255) NOT NULL,
    "app" VARCHAR(100) NOT NULL,
    "content" JSONB NOT NULL
);"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
        """


MODELS_STATE = (
    "eJztXW1z27ay/isYfWk6o3gSvyQ5zp07I9tKo1PHzrXlpmndoWEKknhNAToEZcXtzX+/WI"
    "CU+AJSJPViSsFMZxqTWJB6FgR2F7sP/mmMWI+4fK9l22xC/cYx+qdB8YiIfyRvNVEDj8fz"
    "G3DBx/eubItVI3kR33PfwzZ01scuJ+JSj3Dbc8a+wyi0vqQE+YRi6u+huzubjcaYPlnw3L"
    "s75HDEiY/6zEPMG2Dq/I1BjiPsMkr24Ak9ZotHOHSwis4m1PnPhFg+GxB/SDzR5Z9/icsO"
    "7ZFvhId/jh+svkPcXgwhpwcdyOuW/zSW125uOmcfZEt40XvLZu5kROetx0/+kNFZ88nE6e"
    "2BDNwbEEo87JNeBDo6cd0A5fCSemNxwfcmZPaqvfmFHunjiQsKaPxXf0Jt+Mno3iPYHrrO"
    "YOjvPTj+ntMj1HfEy3t8j5Kp5fT+O3jliLhlXVx2ret217IaKT3CqyW0EVyyBcRiDDgwIg"
    "Rg31W/c6Dk1QY84PRj6+rFwZufJTSM+wNP3pQwNr5LQexjJSqVMUf/QfzuNP6nQ+y16WQk"
    "ddARr4GpTVK6CGUT2hAvXUUP4YW5IuYDP4QyBKs4vI3OxVnnt87ZTev8GImub+nl1S+ti8"
    "4frW7n8uIYBnTyY9DD3xjhb5ZL6MAfij8PcrTxW+tKKUTqg4mvWH3eF8GNfbgDWplrIfrB"
    "pbXRJd98/deQlKukiWC8r1kRqxjn3fbvXeh5xPl/3CikLz61fpdoj56CO+eXF7+EzSMqOD"
    "2/PEliLz5pgY2F/TTyZ+KO74xIBvoxyQT2vUB0L/xHfb6Jlaii86l93W19+hzTx1mr24Y7"
    "+zFdhFdfvEl8EbNO0JdO9yOCP9Eflxft5Dw2a9f9owHvhCc+syibWrgXxSS8HF76DmtO/y"
    "Ey78GFe2w/TLHXs2J3Iis2Gd2L6XzojHl6QJwEwh9+vSKuXAU1qg/W/E+zjrZX9fOrwUQh"
    "MWX7LAvU9K3R/ih5BVM8kD8Jng1PChBrj7DjnrrYGelsqMjdXDOKQDvLhoYFTakvQ4ZcNu"
    "BigUBTxx8iTJEYWmL0cfGrhwQJMweNXWwTNBXWDUHkJTwjbEOEJSQuKtUhbHuMg20k7gcG"
    "Xdre2sgTlzDKFIYP5ElvG+jnw5jQaoyCxcbZGr+B+JK/f3RYYNEXrTKXfXkv3xybcOJZ5S"
    "ziiMgqzeL0/LNJ6Ksbu6k5Pw5uGtkPzCPOgP5KnlLWrn5evwm62UpEUxO6uOzh6WwKiA4n"
    "8dPFDya++uxb16ets3bje/Yaus6lIbKYapaG+FKbvTQk1vbFK0MLAR4/8WAuFrM1TNRqkk"
    "3P6gtba2bkP0O3X96HofWX8ZzrMpnkTdUeczW+WjHPOZStted8+eWifSU85Kl4m1vaumid"
    "f73uHoshjd0n7t/S3zrtL9Dg0SFTNSOWXVLfFVhQ32Uup+9SXrTx5HbVk4uqOZgvS5pJca"
    "n1Wkp1Ue3C2c0YnhsxPCMr/JK2Z2QfYTuH6UL7M/6d6k3Q5MA1Rv12GvWfsecLuFvjsevY"
    "OPjxKeNe0yrXyB+r9haeCxS19oW1PhdCPkP3xGYjgjAKOn0fNhAKQEP8SBBloYWPXvAxsY"
    "VJG4hzoizf/Z81nsI6n2Q247bUpeg7HvdLbwLFpersUtR2D8jFFXCPCRnYK8AuA8ZlIJ8J"
    "GLgrwD0WkJUa4TMBA3cFuH3H10WIsuGeCRi4q+zjP2cOhQFfgcidvzXgd+gC7EOxBPbOVn"
    "q64n3F/17uvz58e/ju4M3hO9FEvujsytsc9XQuuhnYug59qDKwQzkzsKusmR7pE48EsYPC"
    "C2dMygBv0rJMML9SWtY6o08y5KeJN4WhwOwIE4TTCm8gj0VbRtF0nvHzHg1cdo+FZn2H9C"
    "D4M98mRvdPCKP5PrVuk3kFPZoQ0ZaGiIzLvNFVyETkTETuR4J9jDmfMrGyDjEflrJ4k4IG"
    "/grwOyNhqlgTr9QMHxMyFSBV5ho6mAgM06Bn5zpHZXYB87UmZqnE8EfigeVVxaXTdrACz6"
    "5mSth2xy6q857DAeQq2k6IGj3XWc8Ot0Z9LDB6dGxiESo1l9b4CWMuwTRjBcvqI6H6e9HJ"
    "uqyI2ZXN6vvk8vI8puqTTnLFuvl00r568VrqWDRyVOpOOk4coKjmyqUUkerC6KGEHiJDmR"
    "PbI774H9brwqHYe9KrIq+XpDqefMJ3ahY8ASMtqg1hW5x0LlpXX/V2Xtg+OrmdfO22W+lP"
    "RI1tyvxZ+hSv/rEs6GyDn00YBNvar0agqYJ1lhjlnl9dJ1m9GGWUUoZc9G2XcWL1JipTkY"
    "TYesQWrv4S303Jzs3yU0J3QYkwbPsS63WZQEJacnNBnMYzhOHXEkyIgbhfGf59A3+1bWPH"
    "19Ss5yRJBO0N1KWh5r5ApgzWMwEDdvnAvLBssSvA7JVLRImLGeArZLZNqO+V4sGIiNQX8E"
    "bn+hIdvH7z5uVrhN3xEL/cbyLmITIaqxmxND9GEXaMbG6MZMx4G5KVd2aQ9/G3MlAHzQ3Q"
    "JqttM6rYhqB4JbKxJFdVwo0uwTYWZ8faTt2n2cZicVVDzPZcxGzXxJ54wlNqPxI9v228QT"
    "MveZIHTS0CbUuQ3YJfjFhf0qPhSc/xIfsR6Gp7xBdj/+4OUdGlh4ZM/CSEkQqb67lul+hr"
    "cerkP405rIl69qHARYy3cBoXF0GWfBuD5y8LlYPuAnyDMRAO4IZsLLCSf8ivI/NRITtr9J"
    "HLPMwkhNYyIdSwoewSG8r2bNGVQDObY1oP5TbwSldMrDoskll1mJ1adZjKrUqsKGVcioSo"
    "8Slq51NoNhYq7CjU21dvgA1mu45Yh3/iwuzyp8x7QJFXr58XL+d6YSnrKJ2ytRGXqq9Cah"
    "s8UbZ5GvJ/X19eZGQSziSSk5tj++j/hBvA11ZhHDU6J47rO5TvwWOfw74EhPLVkUQ+MYFB"
    "Byc6krPnKd27Vg5MQ+uJqlvNfB80cICahZ1PNnjpUMSoZOZWiVl76Ir0BUBD5LMHQhUnN/"
    "eZR3oIc3T9sfVy/+hN4GY6HvIw7bGRJHgSvbhPGa7pup60lOMaMW8jkUjjTxp/0viTWSDX"
    "wJ/cTTg9NRlaPWdAuMYGy8urTctWzKbdImjXlU4rJv5Hh024tYxCcjoxec4VFeMxv+I2Y1"
    "zShARqHRIIvxhhgjniH1XUre3BqL3WandgrlS7oVWSr+OyG8ytfqY5doWp1RPhOAnz3q44"
    "uerkt+dba0zFy8sd07DYH02F8wmkC2jgPBK6fLBu275Ek87zQ6hZ8opwQmgFRSdljaprrW"
    "oiIKzEUBCRMwXrNdewMIEwVzHionvScandY/w4KJK+fZCdv32QSuA2m2TPWX9WBnOzTbw6"
    "VdRkg6w79Jjvu+QUovJ6mstkk2behpkfNLZs1brgztlHx+ewKwU7WWEX6IE8IUftbk3FCG"
    "HTJuJi3iU9yVTpumjsMVsdcvsCtlQCQaFZzUEqa3mC9pjG4Fxb1aHFfez5yx3VeOIMMomx"
    "tYF/DR12sKYst521zkVGcWH/a3//4ODt/quDN++ODt++PXr3akaKnb6Vx4590vkF3PLYpx"
    "f66dl7WiXPMV7pCca1WuX3X70qUqX16lV2nRbci684sS+ipNmclN2Md1STA+W2znQeOr7G"
    "sMicxMLmhtU/mKNqYhycsZH4WTqbILiTawr0ZJvC9NfBKQRIicFSPaemfo+m2LeHYl1mFM"
    "5L9pHDUcjyJ9r1UEACgl6Ifp3B/KSzA92Zaut9Vt7ZzcFGvXquOcC5TlkDJtNlo6kZvdkM"
    "UtTamkvU2eBqtF6KJxIX9Zk3KuZuJkyvo4MiptfRQbbpBfd0aFv+t1IxlrhUrVGfDrEvt5"
    "y6v3eRYoZCown3ZWFefbx+vU4C4r5qqokI11pDoJxYumk/oa96aslZhvXPkMpVJJUL7a3y"
    "mEclDR1cCdSXYN02fNtb5JsL18Z+qJaKEJM0Wq61lk3Cya6quVbBIUUkkxkhmvHMLAoTRa"
    "htFgeLvgwZ7Mw8QjwmiOEcS2MSNnLGLrYJmg6JR+ZhmyAWJcuh1DhE2PYY53KXJ3DVeTpU"
    "tNYnLXG22vN7z8+7W7Quj9kEgZ4hCFQS05iQgTRVagOzVYV1PyZoln2z7GdUVAsH8pr4vo"
    "Ca69b92P3chZ+LlhaPNl248HeDlddjU4gfjSf3rmOjsA/0go+JPTthIbIv8x4BSdcT6rt4"
    "gIKRxeH0U/mc9LK/xues+EDV65EwK5bODlnNgv96Xau92lE92H/7ZraZCn/k7aNef2qdny"
    "9O+ID9u8m4YoQvLWwCTiUCTi4biGW8GvQpWYN8mQAr7TmPTm+CXWupDyC3H6OREhph3gBT"
    "52+5niynkwU9Ga2U0ArsUwlcllNIdidGFyV04U88+kCeKipBI23Qr4C+tNm1WbLZW9U62f"
    "qWD9S2XuNZDh+uBnlQ4bsNpw/XxKs+gZTDhsadVjeaeX70vUxXLEFRNnaILUmtMeo7LtlD"
    "N9R3XOC0Fj6vhf27O0h5FN4ugpoJFz9IR5ijHkOU+UhGNFPJj4d7/9KkWq7/cdpsS3hOQ4"
    "5k4C9I5VnG6MtUeiLQjI+ZgBqaboSpzFR1wL1NVHUEoyClgUz45wImI11jDMgiDIv1+1yX"
    "s5Y3rpOSdYZ3ziJVr3EeL1CuooW4nNHBMjpIrB4lZ/mkbCVdbCaLRuZvyheFpTx4dYdwKJ"
    "AAdpdRUDSBB7D97ddZZ3CmR5nypFn7zX0qr7ZkKQjO4C0BZkTCwJnijYKzqMugOReoLZgN"
    "SqZIvSfMFQI8Tgrmeq/ccIGapHC3sSDCMZnagvxsI9bHrquJBmUzrc8EtpdovcEfnDGXpY"
    "Ae+V/lkHJgDJjzvtSDhD2eaiOd7bSq8rNCImIm4bduKSGxkzkdl5RMpIqImDQqXSwwjm4a"
    "2g/MI86A/koUY3FHvAemti7aGkTzzgl++BB0tZ2wpo4TFJc9PJ3FvKKDSvx+8auJ2lM4bV"
    "2fts7aKki2+QBrJ/C1GpoY6+xeMy/MOnd5ikVav0BF4rysPKgq580wn1isF5KSZiqGQaGy"
    "9VV0WKA2PTxUC3ZqcgOnsYZNc76DqXpPSZllpfAJd206GaVWkTjb0Bacdtdof2p1zo+RPK"
    "74lp5dij8vjtG8+OAZtvhi+O8cwVODvASsJZUZ81DIPlAd8f2jw0LVFIc51RSHGfwDz5Po"
    "vz1eR4mZpEK8ebkwc4HxvKtbi6as8gdwpmuSCRI6I235seZ4K+3wa17oskQ2mMqVWPjgca"
    "iCRWQPMR0QHtJ2hBxZkY2gYhkha+jflFTUqaTiEbsTTawkb2GaidR5L7qGK1NNpiyIaulm"
    "Knk9d4JyRYviBIFixLlsMCFITAneUxNNHX8oJwv1nuHU8RE/EtRBJ4RQ9HlKITIifXMkX6"
    "AoQ+BaH7biGcsERVZrZeekkuFRqQTcsH19a+5lXgeXXyQK3N1akAWLRV8Xcs9JMw8F6uyt"
    "1za7fOOEEjVzyjfAwbjzsb/Ty08nl+ed6+4xEOzeM9jLv6XX3XbrvH1lnV/+ciwmGgKpIJ"
    "ZYWm9pt3Vy3rbObj59FsMB3tXqTUbjW/qp83v77BiNnG+FE0Vi2nv9poDyXif9y7nu4FZc"
    "dWods8A71/v9+k8kIZbn9G/fF5ODMfjw6dNGqp2E11vpcUnbNM1vQ9CkGbf6qxIIJkSNom"
    "ut6PGUquNdynn5MbGdyaTbcAA6+rIljOOEmCm/LG8gg0touxgOA0ojn53vmJSrR9ojPO85"
    "XO+1pDZuI1/wLpA09/G9p44oLg97XNbU4pdDnhPKHd951MXZFwAfEzW4l8PdE+ZnxaPUZ4"
    "IG85JjfYxHVrg+lhzrUVGDezncR9idYq/CDBMRNJiXHOvz8FiF0R4XNtiXxH5yP3tBq++R"
    "Kmurrgujh3KcgMwaY1+T2Zbt3MaEdmEzYtO+LfbF+9xPygYVEmIG+ZWf/BwvQNLEHU4CsQ"
    "+/XhEXZ2hid4uPvq87rUXilZHaEmKZn95izTRXjJwJmiuyJJBuogfKphRqe2Cf/vpj6+X+"
    "0RvJwOBDyalPOIKjz4B2WF6C99TTMK2qY20JkRuk+vScAeFLHndtsllKzUtLZLME2krPKg"
    "7F3lNGPHMmkzRsQqqW7ZxbtIZNEICcTflixj/pXLSuvurn/BNNwPLka7fdSqy3+iyi7IV2"
    "tVlE9cV7LcYNd/4umY4aStQ5G7X+zEjZ6S4ZtVZbkOJSMZ1o9QkpPUe4+rZm6s7ZiJqL1G"
    "MPqgr1Rm33oLivzQ0qlt01E67z2G9c3VxcdC5+OUbehFKBPZR3XrShuJOSghPROks7Jbdg"
    "peyTuKRJPql18knfoQ4fVtJzQtTw2dRZz9J3LuceRkQM8UA+n03or8ehrcRns72QLuSyiQ"
    "yoGJfNlRjdV53Tbh6ZTSR5eM7PXT14N+MB3xGo1xu5Y+wBwG3oInfhvWZu5E60suBlShxM"
    "JhlQBRYyyOa6qroVqFF9/EAocoTpS/riCwMOn7AyV95X/D36UtlVdLq42izG6xOncInUrS"
    "9D8gNTe+QZs8pk8RDDHbRzgUXDHbQGxo/oN1NqbMfEDKzJ2h61PIvp0cduGtjMKGFKbmdS"
    "2ldGDhtCFEYISiIbihlgfwSe6GcD03D6VJlhty6gYAJHu6vnmhChtGCWbWicTnWjmedxzm"
    "foYnkiPeIrTpFjRL6J1u4TYtQmaAzkr4El3URDAS7QAornNtGEEw9eDHgemkBJ4hH/50J8"
    "KOt+4C29pXd3opU6CwwyUsQfpIdUtoEiW2GcoD6beHvo7k4ARDmW8sKunUt9VoPp+n/OUa"
    "SJ8prVyQOymQT7WO54cdGnd0sZeMbIZ8yFC67LpsgRP+ee2Fj8ChTxyCTvO3zmsxPKgvbQ"
    "MfN6ohvxujYbjRyf78ljziSNIQChXvSBjIUPPwT33ee3VN2HGx4ZgdMuoGLqlbH4QZ4wL7"
    "l6Y0RlOg4cqMiF6+8z0eAL8x7EL7Alq1Zhjt9F3L7x5tGJbUmHPREHiD8nrtV1Py0cnday"
    "BMa5TxljzqdiWFgS6vU9RzKuWhl6W9tTYxSdK3mcieiYiM5WG8Zl2KB1bMR5yXd6PmKTeV"
    "c48y69whRPC0vL1jlBrKw7vWkeg4hJUcYVi8ptj8PdCKw9uTNT5gSsbXfMUvWzuFLxLDaV"
    "sxUq2myX8SrFynM5g3gJxA3H/arto4jnnMZ0ETPhTGwX6tI2QE+ocyCLjmKdrBnMqQkZuw"
    "7W5QEtmI9nYmY6LlNKbBIIVzl8J55mczy7ZClovgtz76YLliCEXgbqsL3BukLl+3hcBuqg"
    "uUG6PNJhtF2z/rU8D2cEvGJSCdh/FM48wPfPvzLgtLQxxJx5OSFX54qj2o7l2Z4OB8YdbR"
    "gxO4arEa4Yz92eGWVd4dzE5lo1Pcxka62Gxr0rOkSyUzShsM0sd7KVz/WTPPe1+AEOz6kr"
    "iW9KVdnufEpwJ+asuEd/sF/AoT/Yz/Tn4VaiHBJSBSDtl9tMx+KWf8pVWnqX9jqqH3ulwb"
    "ePbZ95pTiBdbKmJjt/ma5Qkz3CUDqjGfvZmomILKWQ7Vma14J83/G4LwwcouETW5RqGZXc"
    "nh2+HybVMhZiwxW1HBM0Sq61kjkkMYkfW6bcICZjKg6StsPYI48Om0Bkn3hl91q0wrXfbG"
    "nM0m7DkxP7zBsJJ0ZlBYcXOWQLu2xQ9OjyFRbHP2PK+Kk8+7aRlTge3G4uTB+3gkN0ZdNC"
    "NcuSeQbAhyN5lXrm9cRsDONGZnwDFSC6oT2GBIrCZCUqDVpeBnbAoQNXnxAfsinXVzKv71"
    "FL1TfPnrxsKXJunuzsW91YamxeJlvR7LVgalguK3ZHUtdMauxGtxtjn2UJWJNyBlhd6WjZ"
    "sboaS2M3AZ3iSnmNUbEN5nU8U/x/dWkdgFulxMa4oIE8H/JamcewUEq7LsM+Du4XMZBV04"
    "IW8kc2ReLVnpS5CnZouN+Chpg3gTwb4oHNwLYFM7WHn96rAj9xEwtryBkMwMsJCvooQ2Px"
    "S5HshCNPay1v7rEFSgXFE635Uc+RbOxYorB4/nKk38ZcNeZq3abQEkZA/CspsSrFBc2qVP"
    "I4ti0pJ9kFsLeqmmTrAYcFNQV19knzQfMlT5jfENSNm+4pWCyIUTQdOvZwzsnA0ZR4ZFUl"
    "crpz6LeBOWn9NshSWxl18g0uw3hPI8s7mLco4B/MwkclmFiAHwTYOcFKl9kU8j/gAola8e"
    "+RjYGsE3K35F1qZxzUs2R/dWD7NCQOhsSh/nPhigpjOPFKIhoRMXAmF2hbfwxhsZM05tJ1"
    "ThJtXLVbZ8cIHJFbenOh/ppQ9ffp+eV1+xhJs/mWXrUvP7cvoK1Ymgpuiq/1mI3JuKc/8T"
    "3TgopIGBPK8E+uaErZujwqZadV0HJM0HBP1k3HNfGG2lCC31KmWkPjC8XuN/M8oVgxf0E/"
    "qEUReQlySKAFLsPMg1H7ForNUHn4fEzwg7h/LN3+uzuwhu7u1NGkczZDlSFUhJxyw88usG"
    "ciETSHoNbJwDRO0UatePUFaI14PZ4zgVrb7cE8U7jMLknbcliItuUwh7blMGmPG+vRWBbr"
    "tSyug2R+nVUxu5drUcTKAQoZE3IF/gmokp8Q1InAQUdYHmH+XiUxkB5kOvQcLvq1xVqtzj"
    "SXZ5wrzuhixNbrfVQBUyGaWhdjrHGJtYrD1E1ehcmrqNvka7JVnw9Qw4q1UjjlPF0OzoiI"
    "gVMHZ7DsaZaybDKPhKAhyI4asGVYOsACqnKE9lzMOBLGkchI2CCeYw8bukQNdSfXicDzNo"
    "s8iGzFLk6OKGVd/yim9ZJ7XdlG8yPxeOZ2rx7aiEidY0XFIU7EiI4KxYiOcmJER8kYkZbl"
    "MBvhZVgO643u61evCqArWmWiK+8lInCM+oRqlsxsmpmIyOZ5f55noVwZz8yzLmbf/x8asu"
    "sd"
)
