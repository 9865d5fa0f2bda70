"""What each variable of the configuration is for, as in the README: its default and a sentence or more, in Markdown."""

from typing import Final

TEXTS: Final = {
    "BREACHLIGHT_ENVIRONMENT": (
        "`production`",
        "`production`, `demonstration` (set by `make run`) or `test`.",
    ),
    "BREACHLIGHT_DATA_FOLDER": (
        "`var` in the current folder; `/var/lib/breachlight` for root",
        "Folder of the embedded database, the lake, the key file, the spool and the metrics unless set otherwise.",
    ),
    "DATABASE_URL": (
        "unset",
        (
            "`postgresql://user:password@host:5432/database`, with several hosts separated by commas, and "
            "with `?sslmode=` and `&sslrootcert=` if the server requires them. Unset: the embedded "
            "PostgreSQL."
        ),
    ),
    "DATABASE_REPLICA_URL": (
        "unset",
        (
            "A read replica of that server, for exports, reports and the statistics of the lake "
            "([scale](docs/scale.md#read-replicas)). A role that may only read is enough."
        ),
    ),
    "BREACHLIGHT_DATABASE_DIRECT_URL": (
        "unset",
        "The server itself, if `DATABASE_URL` is a PgBouncer in transaction mode.",
    ),
    "BREACHLIGHT_DATABASE_ADMIN_URL": (
        "unset",
        (
            "With `DATABASE_URL`: an administrator of that server, for `breachlight migrate` only. "
            "Migrations then give the audit log to a role of its own, so that the product's can't change it "
            "([runbook](docs/runbook.md#audit-log))."
        ),
    ),
    "BREACHLIGHT_DATABASE_POOL_SIZE": (
        "`5`",
        "Maximum of pooled connections per process, 1 to 100.",
    ),
    "BREACHLIGHT_KEY_FILE": (
        "`keys.json` in the data folder",
        "The key file, created on the first start. **Back it up separately from the data.**",
    ),
    "BREACHLIGHT_KEY_SERVICE": (
        "empty",
        (
            "`pkcs11`: an HSM or another PKCS#11 token protects the key file, so that a copy of it opens "
            "nothing. Needs `pip install 'breachlight[pkcs11]'`."
        ),
    ),
    "BREACHLIGHT_PKCS11_MODULE": (
        "unset",
        "Path of the token's library, such as `/usr/lib/softhsm/libsofthsm2.so`.",
    ),
    "BREACHLIGHT_PKCS11_TOKEN": (
        "`breachlight`",
        "Label of the token.",
    ),
    "BREACHLIGHT_PKCS11_KEY": (
        "`breachlight`",
        "Label of the AES-256 key in the token, made when it is first needed.",
    ),
    "BREACHLIGHT_PKCS11_PIN": (
        "unset",
        "User PIN of the token.",
    ),
    "BREACHLIGHT_LAKE_PATH": (
        "`lake` in the data folder",
        "A folder, or `s3://bucket/prefix`.",
    ),
    "BREACHLIGHT_LAKE_S3_ENDPOINT": (
        "unset",
        "`host` or `host:port` of an S3-compatible store; unset for Amazon S3.",
    ),
    "BREACHLIGHT_LAKE_S3_REGION": (
        "`us-east-1`",
        "Region of the bucket.",
    ),
    "BREACHLIGHT_LAKE_S3_KEY_ID": (
        "unset",
        "Access key of the bucket.",
    ),
    "BREACHLIGHT_LAKE_S3_SECRET": (
        "unset",
        "Secret of the access key.",
    ),
    "BREACHLIGHT_LAKE_S3_USE_TLS": (
        "`true`",
        "Whether the store is reached over TLS.",
    ),
    "BREACHLIGHT_BACKUP_FOLDER": (
        "unset",
        (
            "The folder of `breachlight backup`, `verify` and `restore` where the command names none. "
            "`breachlight doctor` checks the age of its backups and of their verification."
        ),
    ),
    "BREACHLIGHT_HOST": (
        "`127.0.0.1`",
        "Address to listen on.",
    ),
    "BREACHLIGHT_PORT": (
        "`8000`",
        "Port to listen on.",
    ),
    "BREACHLIGHT_PUBLIC_URL": (
        "`http://localhost:8000`, from host and port",
        (
            "The address in the browser. Only this origin may call the API; with `https://`, browsers are "
            "told to insist on TLS."
        ),
    ),
    "BREACHLIGHT_FORWARDED_ALLOW_IPS": (
        "empty",
        (
            "Addresses of trusted proxies, separated by commas. Only their `X-Forwarded-For` and "
            "`X-Forwarded-Proto` are used."
        ),
    ),
    "BREACHLIGHT_INACTIVITY_MINUTES": (
        "`60`",
        (
            "Minutes without activity after which a session ends, up to 1440; `0` for never. It ends after "
            "24 hours in any case."
        ),
    ),
    "BREACHLIGHT_REMEMBERED_INACTIVITY_DAYS": (
        "`14`",
        (
            'The same for sessions with "Remember me", in days, up to 30; `0` for never. They end after 30 '
            "days in any case."
        ),
    ),
    "BREACHLIGHT_WORKERS": (
        "`1`",
        "API processes of `breachlight serve`, 1 to 64.",
    ),
    "BREACHLIGHT_WORKER_PORT": (
        "`8001`",
        (
            "Port of `breachlight worker` for `/healthz`, `/readyz` and `/metrics`, on the address in "
            "`BREACHLIGHT_HOST`; `0` for none. If it isn't set and another program uses 8001, such as a "
            "second worker, the worker runs without. The worker of `breachlight serve` has none: the server "
            "answers for it."
        ),
    ),
    "BREACHLIGHT_DNS_RESOLVERS": (
        "empty",
        (
            "Resolvers for the TXT records of domains, as addresses with an optional port, separated by "
            "commas: `9.9.9.9, [2620:fe::fe]:53`. A majority of all of them must see the record, so one "
            "that doesn't answer counts against it; two must agree before a domain moves to another "
            "account. Use three that are independent and validate DNSSEC: once one answer is validated, "
            "unvalidated ones don't count. Empty: the system's resolvers; in the demonstration its own DNS "
            "server, which passes on what it doesn't know to them."
        ),
    ),
    "BREACHLIGHT_PARALLEL_INGESTS": (
        "`1`",
        (
            "Ingestions that workers of one host run at once for the operator console, up to 16; `0`: they "
            "ingest and preview nothing. Each needs the memory of a `breachlight ingest`."
        ),
    ),
    "BREACHLIGHT_WATCHED_FOLDER": (
        "unset",
        (
            "A folder whose files workers ingest, each version once, when a file hasn't changed for ten "
            "seconds: those of a subfolder into the leak that has the subfolder's name, others into leaks "
            "of their own names. Password files of an infected device come with the device; its other files, "
            "hidden files and links are left out. Nothing there is changed or deleted."
        ),
    ),
    "BREACHLIGHT_WATCHED_BUCKET": (
        "empty",
        (
            "A bucket and a prefix, such as `s3://leaks/incoming`, whose objects workers ingest, each "
            "version once: those below a folder into the leak that has the folder's name, others into leaks "
            "of their own names. The store and its credentials are those of `BREACHLIGHT_LAKE_S3_…`. "
            "Objects are fetched into `uploads/` of the data folder, encrypted, four at a time. Nothing in "
            "the bucket is changed or deleted."
        ),
    ),
    "BREACHLIGHT_SMTP_HOST": (
        "unset",
        (
            "Mail server. Unset: emails are stored but never sent, so nobody can verify an address or reset "
            "a password. The demonstration shows them at `/dev/mail`."
        ),
    ),
    "BREACHLIGHT_SMTP_PORT": (
        "`587`",
        "Port of the mail server; 465 is usual for `implicit`.",
    ),
    "BREACHLIGHT_SMTP_USERNAME": (
        "unset",
        "User name at the mail server; unset: no authentication.",
    ),
    "BREACHLIGHT_SMTP_PASSWORD": (
        "unset",
        "Password of that user.",
    ),
    "BREACHLIGHT_SMTP_TLS": (
        "`starttls`",
        (
            "`starttls` (nothing is sent without it), `implicit` (TLS from the first byte) or `none` (for a "
            "server on this machine)."
        ),
    ),
    "BREACHLIGHT_MAIL_FROM": (
        "`no-reply@localhost`, from the public URL",
        "Sender of all emails.",
    ),
    "BREACHLIGHT_OPERATOR_EMAIL": (
        "the sender's",
        "Recipient of partner applications and support requests.",
    ),
    "BREACHLIGHT_DISCLOSURES_PER_PERSON": (
        "`30`",
        "Leaked passwords that one person can see per hour, by reveals, exports and API keys together.",
    ),
    "BREACHLIGHT_DISCLOSURES_PER_ACCOUNT": (
        "`300`",
        "Leaked passwords that all members of an account can see per hour.",
    ),
    "BREACHLIGHT_BULK_DISCLOSURES": (
        "`1000`",
        "The same two limits for accounts whose owners have turned on bulk disclosure, if it is higher.",
    ),
    "BREACHLIGHT_TURNSTILE_SECRET": (
        "unset",
        (
            "Secret key of Cloudflare Turnstile. If `turnkey_enabled` is on without a secret, every form "
            "with human verification is refused."
        ),
    ),
    "BREACHLIGHT_TURNSTILE_VERIFY_URL": (
        "`https://challenges.cloudflare.com/turnstile/v0/siteverify`",
        "Where Turnstile tokens are checked.",
    ),
    "BREACHLIGHT_ANALYTICS_ID": (
        "empty",
        (
            "Measurement id of a Google Analytics 4 property, such as `G-ABC123DEF4`; see "
            "[Analytics](#analytics). Empty: nothing is reported, whatever visitors agree to."
        ),
    ),
    "BREACHLIGHT_CLAMD_ADDRESS": (
        "empty",
        (
            "ClamAV's daemon, as `host:port` or `unix:/run/clamav/clamd.ctl`. It scans profile pictures and "
            "support attachments; while it doesn't answer, none is accepted. Empty: no scan. Lists of "
            "active email accounts and leak files are read, never opened or passed on, and not scanned."
        ),
    ),
    "BREACHLIGHT_CONTENT_FOLDER": (
        "`server/content` of the installation",
        "Documents of the public pages; see [Public pages](#public-pages).",
    ),
    "CONTENT_URL": (
        "empty",
        (
            "Address of a Strapi 5 with these documents instead: `https://content.example.com`. `http://` "
            "only for a host in your own network."
        ),
    ),
    "CONTENT_TOKEN": (
        "unset",
        "API token for that Strapi; sent nowhere else.",
    ),
    "BREACHLIGHT_GRAPHIQL": (
        "off in production, else on",
        "Whether `/graphql` shows GraphiQL to browsers.",
    ),
    "BREACHLIGHT_INTROSPECTION": (
        "off in production, else on",
        "Whether the GraphQL schema can be queried.",
    ),
    "BREACHLIGHT_TRUSTED_DOCUMENTS": (
        "`off`",
        (
            "`only`: browser sessions can run the GraphQL documents of this version's pages and nothing else; API keys and "
            "GraphiQL can run any. See [trusted documents](docs/api.md#trusted-documents)."
        ),
    ),
    "BREACHLIGHT_AUDIT_SYSLOG": (
        "empty",
        (
            "Syslog server that gets the audit log within a minute (RFC 5424): `udp://host:514`, "
            "`tcp://host:601` or `tls://host:6514`."
        ),
    ),
    "BREACHLIGHT_AUDIT_SYSLOG_CA_FILE": (
        "unset",
        "Certificate authority of that server, if the system doesn't know it.",
    ),
    "BREACHLIGHT_OTLP_ENDPOINT": (
        "empty",
        (
            "OpenTelemetry collector that gets traces (OTLP over HTTP), such as `http://collector:4318`; "
            "see [observability](docs/observability.md#traces). Empty: none are made."
        ),
    ),
    "BREACHLIGHT_TRACE_RATIO": (
        "`0.1`",
        "Share of requests, schedules and ingested batches that is traced, 0 to 1.",
    ),
    "BREACHLIGHT_LOG_LEVEL": (
        "`info`",
        "`debug`, `info`, `warning` or `error`.",
    ),
    "BREACHLIGHT_LOG_FORMAT": (
        "`json`",
        "`json` (one object per line) or `console`.",
    ),
}
"""The default and the explanation of each variable."""
