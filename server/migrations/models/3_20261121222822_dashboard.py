from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        CREATE TABLE IF NOT EXISTS "invitations" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" VARCHAR(254) NOT NULL,
    "role" VARCHAR(8) NOT NULL,
    "digest" VARCHAR(64) NOT NULL UNIQUE,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_invitations_account_17c076" UNIQUE ("account_id", "email_key")
);
COMMENT ON COLUMN "invitations"."role" IS 'OWNER: owner\nANALYST: analyst\nVIEWER: viewer';
COMMENT ON COLUMN "invitations"."invited_by" IS 'the user who invited';
COMMENT ON TABLE "invitations" IS 'An address that was asked to join an account. Only the SHA-256 of its token''s random part is kept.';
        CREATE TABLE IF NOT EXISTS "live_email_accounts" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "email_key" VARCHAR(254) NOT NULL,
    CONSTRAINT "uid_live_email__account_419089" UNIQUE ("account_id", "email_key")
);
COMMENT ON TABLE "live_email_accounts" IS 'An e-mail account that exists, by the list that an organization uploaded last (specification section 2, FAQ 1).';
        CREATE TABLE IF NOT EXISTS "live_email_account_lists" (
    "account_id" UUID NOT NULL PRIMARY KEY,
    "user_id" UUID,
    "size" INT NOT NULL,
    "uploaded_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE "live_email_account_lists" IS 'When an organization last told which of its e-mail accounts exist.';
        CREATE TABLE IF NOT EXISTS "monitored_emails" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" VARCHAR(254) NOT NULL,
    "verified_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_monitored_e_account_c06fb6" UNIQUE ("account_id", "email_key")
);
COMMENT ON TABLE "monitored_emails" IS 'A further address that a user wants watched; it is watched once it is proved by mail (design section 3).';
        CREATE TABLE IF NOT EXISTS "alert_notes" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "edited_at" TIMESTAMPTZ
);
CREATE INDEX IF NOT EXISTS "idx_alert_notes_account_110b24" ON "alert_notes" ("account_id", "alert_id", "created_at");
COMMENT ON TABLE "alert_notes" IS 'What a member wrote about an alert.';
        CREATE TABLE IF NOT EXISTS "domain_alert_counters" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "is_read" BOOL NOT NULL,
    "day" DATE NOT NULL,
    "alerts" INT NOT NULL,
    CONSTRAINT "uid_domain_aler_account_39b481" UNIQUE ("account_id", "domain_id", "day", "is_read")
);
COMMENT ON COLUMN "domain_alert_counters"."day" IS 'UTC day on which the alerts were raised';
COMMENT ON TABLE "domain_alert_counters" IS 'How many alerts a domain of an account has, by state and day; kept by the trigger that keeps ``AlertCounter``.';
        CREATE TABLE IF NOT EXISTS "saved_views" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" VARCHAR(16) NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    CONSTRAINT "uid_saved_views_account_85e4c8" UNIQUE ("account_id", "user_id", "list", "name")
);
COMMENT ON COLUMN "saved_views"."list" IS 'WORKFORCE: workforce\nPORTALS: portals';
COMMENT ON COLUMN "saved_views"."query" IS 'the query of the list''s address, without page and drawer';
COMMENT ON TABLE "saved_views" IS 'Filters, order and columns of a list that a user keeps under a name.';
        CREATE TABLE IF NOT EXISTS "api_keys" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "digest" VARCHAR(64) NOT NULL UNIQUE,
    "hint" VARCHAR(4) NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "expires_at" TIMESTAMPTZ,
    "last_used_at" TIMESTAMPTZ,
    "revoked_at" TIMESTAMPTZ
);
CREATE INDEX IF NOT EXISTS "idx_api_keys_account_28a086" ON "api_keys" ("account_id");
COMMENT ON COLUMN "api_keys"."hint" IS 'the last letters, by which its owner knows it again';
COMMENT ON TABLE "api_keys" IS 'A key of an account, made by one of its users. Only the SHA-256 of its random part is kept.';
        CREATE TABLE IF NOT EXISTS "alert_mail_positions" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "cursor" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ,
    CONSTRAINT "uid_alert_mail__account_ba453c" UNIQUE ("account_id", "user_id")
);
COMMENT ON COLUMN "alert_mail_positions"."cursor" IS 'a cursor of ``alerts``';
COMMENT ON TABLE "alert_mail_positions" IS 'Up to where a user has been told of the alerts of an account by mail, in the order of commits.';
        CREATE TABLE IF NOT EXISTS "lake_statistics" (
    "row_name" VARCHAR(32) NOT NULL PRIMARY KEY,
    "count" DOUBLE PRECISION NOT NULL,
    "taken_at" TIMESTAMPTZ NOT NULL
);
COMMENT ON TABLE "lake_statistics" IS 'One row of the global statistics (specification section 3), as it was last taken from the lake.';
        COMMENT ON COLUMN "one_time_tokens"."purpose" IS 'VERIFY_EMAIL: verify_email\nRESET_PASSWORD: reset_password\nMAGIC_LINK: magic_link\nSEND_LOGIN_CODE: send_login_code\nMONITOR_EMAIL: monitor_email';
        ALTER TABLE "users" ADD "alert_mail_frequency" VARCHAR(8) NOT NULL DEFAULT 'instant';
        ALTER TABLE "alerts" ADD "assignee_id" UUID;
        ALTER TABLE "alert_changes" ADD "was_assigned_to" UUID;
        ALTER TABLE "alert_operations" ADD "assignee_id" UUID;
        COMMENT ON COLUMN "alert_operations"."action" IS 'READ: read\nUNREAD: unread\nCLOSE: close\nREOPEN: reopen\nASSIGN: assign';
        ALTER TABLE "email_accounts" ADD "is_live" BOOL;
        ALTER TABLE "domains" ADD "missing_since" TIMESTAMPTZ;
        ALTER TABLE "mails" ADD "user_id" UUID;
        COMMENT ON COLUMN "mails"."kind" IS 'VERIFY_EMAIL: verify_email\nSIGN_UP_WITH_KNOWN_EMAIL: sign_up_with_known_email\nRESET_PASSWORD: reset_password\nPASSWORD_CHANGED: password_changed\nMAGIC_LINK: magic_link\nLOGIN_CODE: login_code\nMFA_CODE: mfa_code\nMFA_ENABLED: mfa_enabled\nMFA_DISABLED: mfa_disabled\nRECOVERY_CODES_CREATED: recovery_codes_created\nRECOVERY_CODE_USED: recovery_code_used\nSESSION_STOLEN: session_stolen\nACCOUNT_DELETED: account_deleted\nPARTNER_APPLICATION: partner_application\nPARTNER_APPLICATION_RECEIVED: partner_application_received\nALERTS_RAISED: alerts_raised\nALERT_DIGEST: alert_digest\nLOOK_BACK_DONE: look_back_done\nDOMAIN_RECORD_MISSING: domain_record_missing\nDOMAIN_LOST: domain_lost\nVERIFY_MONITORED_EMAIL: verify_monitored_email\nINVITATION: invitation\nMEMBER_CHANGED: member_changed\nAPI_KEY_CREATED: api_key_created\nSUPPORT_REQUEST: support_request';
        COMMENT ON COLUMN users."alert_mail_frequency" IS 'INSTANT: instant\nDAILY: daily\nWEEKLY: weekly';
COMMENT ON COLUMN alerts."assignee_id" IS 'the member who works on it';
COMMENT ON COLUMN alert_operations."assignee_id" IS 'whom ASSIGN gave the alerts to; null for nobody';
COMMENT ON COLUMN email_accounts."is_live" IS 'whether the account exists; null while nobody told';
COMMENT ON COLUMN domains."missing_since" IS 'when the TXT record of a verified domain was first not seen';
COMMENT ON COLUMN mails."user_id" IS 'whose mails of this kind an unsubscribing recipient turns off';"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
        COMMENT ON COLUMN "one_time_tokens"."purpose" IS 'VERIFY_EMAIL: verify_email\nRESET_PASSWORD: reset_password\nMAGIC_LINK: magic_link\nSEND_LOGIN_CODE: send_login_code';
        ALTER TABLE "users" DROP COLUMN "alert_mail_frequency";
        ALTER TABLE "alerts" DROP COLUMN "assignee_id";
        ALTER TABLE "alert_changes" DROP COLUMN "was_assigned_to";
        ALTER TABLE "alert_operations" DROP COLUMN "assignee_id";
        COMMENT ON COLUMN "alert_operations"."action" IS 'READ: read\nUNREAD: unread\nCLOSE: close\nREOPEN: reopen';
        ALTER TABLE "email_accounts" DROP COLUMN "is_live";
        ALTER TABLE "domains" DROP COLUMN "missing_since";
        ALTER TABLE "mails" DROP COLUMN "user_id";
        COMMENT ON COLUMN "mails"."kind" IS 'VERIFY_EMAIL: verify_email\nSIGN_UP_WITH_KNOWN_EMAIL: sign_up_with_known_email\nRESET_PASSWORD: reset_password\nPASSWORD_CHANGED: password_changed\nMAGIC_LINK: magic_link\nLOGIN_CODE: login_code\nMFA_CODE: mfa_code\nMFA_ENABLED: mfa_enabled\nMFA_DISABLED: mfa_disabled\nRECOVERY_CODES_CREATED: recovery_codes_created\nRECOVERY_CODE_USED: recovery_code_used\nSESSION_STOLEN: session_stolen\nACCOUNT_DELETED: account_deleted\nPARTNER_APPLICATION: partner_application\nPARTNER_APPLICATION_RECEIVED: partner_application_received';
        DROP TABLE IF EXISTS "live_email_account_lists";
        DROP TABLE IF EXISTS "invitations";
        DROP TABLE IF EXISTS "live_email_accounts";
        DROP TABLE IF EXISTS "api_keys";
        DROP TABLE IF EXISTS "lake_statistics";
        DROP TABLE IF EXISTS "saved_views";
        DROP TABLE IF EXISTS "alert_notes";
        DROP TABLE IF EXISTS "domain_alert_counters";
        DROP TABLE IF EXISTS "monitored_emails";
        DROP TABLE IF EXISTS "alert_mail_positions";"""


MODELS_STATE = (
    "eJztPWtz2ziSfwWlL5OpUlKJnXhyztVVybaS0UaWvJI92ex6i6ZFSMKaIngkZcW7N//9ug"
    "FS4tsk9TCloCqVRAQaILvx6Hf/pzHjBjXdN63RiM8tr3FK/tOw9BmF/8SbmqSh2/aqAR94"
    "+r0p+uqyk3io37ueo49wsLFuuhQeGdQdOcz2GLewd9+ixKOWbnlvyN3diM9s3XrScN67O8"
    "Jc4lKPjLlDuDPRLfZvHeFcopvcom9wBoOPYApmTTYx2Nxi/zunmscn1JtSB4b8xz/hMbMM"
    "+oO6wU/7QRszahoRDDEDBxDPNe/JFs9ubjoXn0VPfNF7bcTN+cxa9bafvCm3lt3nc2a8QR"
    "hsm1CLOrpHjRDqrLlp+lgOHsk3hgeeM6fLVzVWDww61ucmEqDx3+O5NcJPJvcO1UdTk02m"
    "3psH5r1hBrU8Bi/vuG8sutCY8T/+K4fANa3Xv9aG7WtNayToiK8Wo4b/aAQohjXAcEUAwv"
    "6U464QJZ42cILz31uDV8cnvwrUcNebOKJRoLHxpwDUPV2CCmKssP8A353E//lUd9rWfCZo"
    "0IHX0K0RTdAigI1RA166Ch2CBytCrBZ+gMoAWcXR2+j0Ljp/dC5uWt1TAkPfWv3Bl1av8/"
    "fWdaffO8UFHd8M6ehvzPQfmkmtiTeFn8c51PijNZAEEfTgsIvl9u75DUfYglRZUSG84ZLU"
    "uKY/vPTdEIerRAl/vW+ZEJtY59ftv13jyDPX/V8zjNJXl62/CWzPnvyWbr/3JegeIsF5t3"
    "8Wxz1sacCNpntJzF9Ai8dmNAP7EcgY7g0f9E3wn/rsiY2QonPZHl63Lq8i9LhoXbex5ShC"
    "i+Dpq5PYjlgOQr51rn8n+JP8vd9rx8+xZb/rvzfwnfS5xzWLLzTdCOMkeBw8+hPvnPFD6N"
    "zDB/f66GGhO4YWaQnd2HR2D8f5lNluckGc+cCfvw6oKW7BFNL7d/7lcqD9Jf3qqX9QCJzy"
    "I56F1GTT7GgWf6Jb+kR8Es6NM/kYa890Zp6bOpul8VCh1lw2imI/bYQdC7JS36acmHziwg"
    "VBFsybEt0isLRg9bnw1VNKgM0htqmPKFkAd0MJfY1zBH0ocELwUJKO6COHu8gbQbvP0CX5"
    "rZ3MuAZTJnH4QJ/SeYP08zACtBmm4HnmbIt7IHrlH314X+DSh16Z175oy2fH5i51tHIccQ"
    "hkk2xx8vzZJeqrM7uJMz+K3CRmP3OHson1lT4luN30c/3GH2YvMZo40OGxoy+WR0B4OcGn"
    "wwdTT2771vC8ddFu/Jl9h27zauhYj8zT/Y9OXA2h1tyrgS37FbwZWstjGU5l3SMLHc5Z94"
    "EaxOPkXxxObzy45aH7hvQt80mc3sPfW6+PPpwQPibMA1D+QK1fXOLolsFnxNYdD4XqB2p7"
    "yathN1Om3A3/CBQQPvlXx/k/lSxfl+Mt7/KIkq8oFaJQ271C6iK9PIvkGCdURiZfAtRZLV"
    "JbabwujOcLo31rrOcK0w43U3RNxTR/AWydcd3of+u1B6eEL+Btbq1Wr9X9Prw+hdtTN59c"
    "79b6o9P+hh0eGV1Ijq4sXT4WoMrHTJp8jFPEYBPqpmihshf+CuLgxK2TIkv+JHvFnyQWvG"
    "D+qKHdp5wtOUxKBKr+12MDmUFk4sliyon/9sUW92YuTKVPrXSZ7oM+NXJR/7AZDFeBzFFI"
    "RebakbmE2nybIn+XPVKh882xqyf6NPPEfxN6a5JZLGdrB5k8UMBKOCma0x/M9dwmuZciuA"
    "m/ZANI6GFLOZnbJtcNEOFNHbq8cm06AkFzJBtdKuXRoyb53Porefdrqk5g1/PvTkFwxiYd"
    "K0OYShVKmaRz+FTw+ZT68jYTfIXX/3V0dHz829Hb45OPH97/9tuHj28/Ql/xvsmm33LOkb"
    "POl04vJk7hA6UgeBkFgZJYtySx1vQu6sJRW+Q+Ev1K3kkanuOFLZfUSpz24pD3uGmACMBG"
    "00AlHL1BXHl7pJkmNzHkGrbHup1SpZTKYib86/2eKY9fzPK4P+5HJS4Fl/07RbmWyeYE3Z"
    "9ndPbhJpC8ztG797+9/3h88n7J4iyf5HE2ARcTWpk+81pB1IyBKllTyZrp93vIVyvlVo96"
    "cmXf5THXsQJypdDU/eL6rj5R225SCnyud57MJtrRc0EZc2t0Y2Tfx8o8UzfzjFJsH+wt1K"
    "yx+FFf0pbgh5Vf4xb9GkM3/JqujSEt+n4u02fdG6P7NN3DMb5wN4BY5TP6Ekw9t5gHlDKE"
    "Rq6RxthHe+Qz90Ffqa0rzOGP5w4y41GnTt030euoNVvo3mhKjU+ECR9N/yfhFjL54pHt8E"
    "d4cv9EhL7tFUwCy29puTlOMxntcGLlTHp48odig34yNmgP0al8c5Vv7sFYOsOYfqQO3h1V"
    "dA0x0A0oG/bHQLN3ugalUjpYMtfEsNG36DUsgGsMB2ukSECR9lz5h1vA4UNXTYSWFRZ/RG"
    "8/ko07D66QLpoymQzGOM8dwDY8wChoZsnYNVy6mZFtxYLodjfv854O/2msiBXh5+Q7NLA7"
    "/WGjkCYiE/0RfEr52yPY20KY+gFoFz/+VNKTkp72+jAvwe4H+yWV+3zeKhYCrzMf2vijPe"
    "h8/q61L1ud7ikR/NyT1DndWoM2Ql21hsNv/cHFKQFkUU+zddeFQ864tS5bXzrnWrfT+3pK"
    "ZvqEjTSTWQ+31rDdu9C6/S+dnnbev2ifEpdahmbyCbMAQwYFyH6vc90fBNP62i5tKTGV5Y"
    "vfnRRgi9/Fb+UVV4xNKjxqh+FRhy3dibCoiCaUydB62Ajo2VhliW9F9FMiwcGKBPsbPlUT"
    "E+neURmY/Upui67S3+wLfZU+/xmiHlC+plp6NNTU+H6lOx7gu2Xbph9o2EhRP6X0auYpoW"
    "zZX9NXACUyOa2AMJfSPR3xGTCFxB/0U9ABTeNT/ZESiy/jLbNiJtODNbc3k0q0vKcaoTFz"
    "XK90gt8oVJ0FrNpaLTF0rTTeI0AK7VWNxWVQrmzz66DbBpSVWuFLAIXuCuj2mJcWnpGN7i"
    "WAQneVHO0vmR9fIV8isWRMaxxMxbamxLYGSEIrTZWFHcCphV3lznTomDrUVx4UvjgjUArx"
    "quSG0o7Wzu1J6PxS9E2BLjBbw4TqtMLOTTb05ZbItOhXc/hEJia/14GyHpMpu1cx2hhGoZ"
    "NVkHia29IGRlQqoj1VESmReae3kNLIKY3cz4T2wEtMm+rutBTHGwdU6K+AfjYDVkWbO6VO"
    "+AiQqu5X5ayxJnPAYRLp2U5tYZhDwPlWs6JID8A1ApZSB1BuL3UT7KKeuC4iuQq1Y6CKzn"
    "WmM3O12VgHHD2yEdWoJSiXpPgZ5ybVrYwbLGuMGOnvYZBtcRHLJ7ul91m/342Q+qwTv7Fu"
    "Ls/ag1fvBI2hE5OuO0k9sY9FeVauRYjEEIoOJegQWsouHTnUg3/0dFowS3ee0kmRN0qcHE"
    "8edQ/qFDxDJi1MDeAtzjq91uB7Op8X9A8fbmffr9utbNII3Via72Beqvl0+EpWq90QQ4jE"
    "qAmktoeKQbguietRm7wafD4nJ0fHH5tL77EPb45+jWsbcy1cO8lUn0o8m1oGvOC6Gys5TK"
    "13VkMn8iiQwSkWJxiWRUDiDnLwPFGvGAVfdu8FeC/PGmYOopjEOjOJS+3QaApycyWhIGMI"
    "Rfc60x34SclLWtxbuiu71ZnTZwbbIZsaGJ32lksFbErjmAZ3n+NVp0nWKIoYpYgh9tHI5C"
    "7VjLmMDKABbh06gpNvjX1TcnAl7pWgnVz44mAaOxS+3BplhEc/n34ga6zdGVOgEd/Na5Rk"
    "TTs9uCt616fEh7+1Llqd7vdTYsDHPN1a39rtr/hzQemD+VRQzNimTtqP80bvOKq9K2NvSU"
    "LukDwl6VJbm0sEiUeV0X+k0F/Nu455KYdUji+p31+hujSq4Tj0SnkxLAEUssv7L4AAo5si"
    "XU0ZlMfAFOIrBADMLc8plRcmBFJfhDc6wz45fndy8vod0U17qr8+ahLuEDqzvUpszFGRdD"
    "DZyWDibMw+xHQdzCIf6z/KoNrvrhCtnP93Q4p9UA+WcP6POxCNTJ3N3BTthw/9+euAmssE"
    "EemJPkQRh3McaH9pn0j3EbWzRAvMVUdVtKLdIaIqJV1tdXTFs+QeCsJKheDEXFmzMYrY4v"
    "DX83jFcJxOMNhemnLScVoyUkmiICNcaYmf/JglTRClYOTS9ZQSm428uUMjZWGCeqlN4tDX"
    "1EKZSVSHcckquIaMdMviHrmnZDKnrksNolsGpkTGfr4GJxnatJspVezTnsY+qYTJW0iYDI"
    "N6NK0wXJ4PTQioosfMjpDZ+Ebvr4qJ6S/gEqPEnCrU2Asxp54ZIF80OfUG8z+WCRh/Lldk"
    "wIkmLLObzRRZB9RvOE/kWtH3LTR1p/GzsiGXlxVm8oJsLFCWGPAZgic6JfQH9DafZP1CG9"
    "jGVz5/0CRTWHio2oV5m4LvxBcjD/Sp6btd/lqoqOK2J7y1bq27O+h1d4fcLeYshx/A7spM"
    "9liKBNatS8mYz5035O4OEGS5uoAH2q6gruRGG/61S0JdJOMNiwQ5aJEQHZF9SkzmAh895s"
    "4tcNlYMtLj3MQHpskXwGM3MYOlDl8R4sldwYLjDeQSgxNkz/3+ODB3DBgGXnfEZzNg0vFd"
    "DT6D5SlieOWLYgkVsphSUX3l1pLt2ODQGbq8Aqp4ICtccceDRSDfmFj0Ed9y7liYIQFTIp"
    "Bv3HmALwBCgORftCplWj3KSLWWaPfwnQtPELBq3Ra8QzLniVJ127MFq1NW59zWLEsfT4Hq"
    "7c0j1YkZdNvarP7a3uB0Sk5Vcupes/Il5NTUoiN5Mmp6wZGayad1DpZK3jDFA6WSsIeU2m"
    "/HgU9hlqJUHHUIbn9UBA2f2xOVdyQfurYCZ+9UBszV4Fas4OkdQCkX7nLu98I5vgK+V3AK"
    "4yUwHuGFi3JIEaA1GKR6WgnX5I9CknMSpznl76Jgh5fK5ujDcRGPuw/HOQXYjtMT2lTj89"
    "Ng1WJOxkOZTE/zyHgu0ikAU8dxieMYUPpQchmHQJSsGkNnyQRuKnVbZUdRVKGXQXXQX+G6"
    "QsiWbZdBtd9dYbo8pgNte8r913IcPUPhFYGKoR2tN9s6jsOq3DkzPWa5b3C+l9DaIn7/8c"
    "8MdKYXLs45l2NwKqXpOhllq+TqSQGudYaeOqtzY8a1anRYwtaaDI17k6HvJw5K5haamYUl"
    "W8pcv7iELyzib+p600rgN0GqbHE+AXgQZ1ZUoj8uEkJ3nB1Dd5wIonPRVYB5T5o74k4Kvo"
    "cz3TQzbR1J6EOydRwf/XaytG7gjzx7xvCy1e0mxcslhsb6yONOClvzl2G/9wx2Q7BxYwYb"
    "eeT/yK55HJz2JXgcxFX+NR2/kWMnDg4Qv6Zn+mjK0iJJsykTAlmLIPtzNW8F87JYhEtl1F"
    "AZ+14Ucn8sfD+lE7CoTVGFyhFAReRaE9lFJyb42JQbLpt9CMPsjnN4u122YWPVD22HPjI+"
    "d/0Ec+WU1KnAtTe2NJZut9KZF115nRkIMX72V/+hi97CJp8wa205poRuGwQMNrEoLevdFg"
    "XbDxrIUGpRaA2EqgeQG9ExZdvYXivaYcMO+uci2Wojy03fb24+66zvZ20tEXoqsiDhUudW"
    "sBnuKewDiqXtuI0rRPjXL9D3+8YyOAEsgoBApdO5eIyRn1OGT5+IO+WLjJDT7U31fKhpjr"
    "/wcmZtm57dy5NxZ47IeX6DRX0F/UOgtgE3u3QUVI7IOzXuRrZlCbTG4RRiUxOpllyrm+Hr"
    "DhOhC72SF2kYbIdeNC9kbdmcEw3irZIbaRRQobwcyn3JAmbhZU6OFNDaCyU7OD9qJXz4JX"
    "YypY9VCZ5nxQ/ZtaD88TtfEHi1JykMuOFi2lPdbWJFbdRtN33JAYUAQ3/6JINVRbltIM9k"
    "ghI7X9ZqseFLiRjEJU6qLLK7aQuEvcKMmnQOxl+hyIKI0zvMnwiOVcKAEgb2+oIqwWJFd0"
    "mJOz8KqO78UsE6exMadQjI3qvIqL1HOF6oCVSjgTArxDPNMzFiFqwPqhs31+fIsaAafTFl"
    "o+kqv4hLFtShmwr3RFtgmnKhjFluBXBI3jxrmeXqJBv0uJdtlhCNBaQCi3tFTRLfZIqZwC"
    "LkcGTA7/ncE1w6jpbk5wvCrGUkCCvAQknhVFYRlVVE8e/P8+9K57zp0Lfa5Do8CHR6cC4n"
    "cZkdshL0Pwi3712Hqqh0rJVIsW9OetRg1agcAVSFh+tG4zqJJ/3A2N/IklFWPZrPCypL34"
    "ESSU8xFScfSyOC4IjFH0y7GTYyfMK8+Zg0f24ZotUa0fScpmuOt5aUoyQbJdkk2HAl2ShG"
    "fHeC4ig4q6PYLFjXeQldZ8a8MWi3Lk4J2klurZue/DW35G/gl4ftUyK0+rfWoN2/avewL1"
    "xN1q3VGg47X+C39KgopsDdbnnnn8RNfTHlMyKxTyb6Iw2r1D3+SQyJ4QPE4vfcWD/iucwJ"
    "ZBsCPQn0Z+rcQxBK6Z5iHFICapUluxfCS2TjCNa5ApUjgEpArRuNayKgXgi3k+c87FJ6Nf"
    "MEVT+R5Ebc7Yhf5iEQN6M+cBneb3jxBf5vwvntgVLbJXd34W+4uyvgdrf16Qu438WKBYiL"
    "O/BhUQ53yuHuoG7o8mluXyZx8GGiVDnUKf8u5d+lRM268KeiRHtLXoNpnGmkPZcnjaTaLs"
    "iMtixCXyNcUDM4xgbKWmNyTbs21R+g/VQs9Ls7VKDe3QmAUK0xGVFepHTcjucuwIYKDK7H"
    "cCo7ymYvbsVw7pQ7kjsggc/sFIxLgFqr+v1zpnASzHhRhfcF1PXQK6eowvu4yh44SpM9pq"
    "Sge44PDaCq8aE7U9RTWTZzlYiU0B9YVNNX0gPHZFJfTU88bq7PJm2QbVWa5yoEUFrJ4lzf"
    "UH+kxh+MLtJYvlVjLr/nYjftEfoVZPY+MxPVlE2/Fi0q9eTKlZyXCLcNqssig+Ur9WRKYZ"
    "3gWya5uE0NWoA9C1nsg2SbAnOKYasRL6EYNuX4sr/oDM6VKm4vAWytOeFv/cHXz/3BeftU"
    "JPkTcvOtddUfXLe6w1Niy6LiVbjkdycFmOR38ft+xSNjU5QYZau7rVXWrW7rOYrck7cFkH"
    "vyNhO52BRFLnykU6o+yBKgzugViSzFmwZ5Q3FX/uIGKqYmWTB4+7knM4UIu6ajL6S5V8Vo"
    "vDwBlSCyY0HEz8fcSJNDgrZ8MSSc0bmQxlmoaWFPPtAngqm+CYNnZMxM+knm7qEG+hgYsH"
    "MZMMPkFVbfa4oO8HBCXe/XogrmLU5VQGAJx05Gig6aVJOjK+8G5d1wWIevCkd+QelFFTbd"
    "JDrFOV0OnSEQhc40dPrXXspVll2PLQZYsRjbHiF1W4XWkAOqIEuEwJQgoQSJjEBgm32lT4"
    "20AGDZkitE6DbDuqNFZQjBz0e8RZpkphsUeXkRhzsWJQpQ0+m+IX3LlB7Lw99br48+nATN"
    "Doj/fEZs3fEIc4Vvc4oQsd25ng8UVtYMZc2odIruUkpTxowaolPpz7eoP3dH3KblSpavQF"
    "S98pCPeIZEkL1OM0WBiiv1ZfVb0XVaxNPsJNvR7CThZzb1dX5FkRv0r/MhIKw8WCmSmNST"
    "3ifAjEknfGS2+MJCRxPgkl34TfSJXrRqXJQaRYiRTYsEKZQ1p9KhsQ9CWMSH9ofNYLgqKb"
    "cikCqkuc5UFoVqgfussp3jsIrSdaa0Qx/5QyU6RyEVletG5ZqozmTygUZmWoJ81ZkM9y2s"
    "ORvxmY3h/2lR/5/IQvdGU2qIRHbIOjGXPFIH9TSGcJahFk5rFDO/b3euwmkFlH9wndQT+6"
    "xRq8vhWjqDQCnpOqtOT71EwNZrmJGKbF+zKrLd0YfjQkFdxzlBXcdxCc9PveCVS2Mdhao1"
    "1kX1Z5S+r/92TRw64o5BZnMQxKebCOHaig/lCruarChfjTQh4FpTCIkTNjb5brAretWTSs"
    "zV/Ps+SZ7nIiJDgDtMzhHczXubnAMwF/Bb5XEehtwh0pdP9hbrAeIqiJMxUCVP1k2ejCh7"
    "p3RUTWsQhVRUrjOVZ8x14Vs1+GuUYmvNJ3QCeG9ojfH9VpwPFOG+Swnel/kXukvGzHGxOq"
    "8nXPDX5z/2bZEou8/BkrlWGsRzU2ezRqYaUTY3C6Q1HWHPwqUCObEd/ohKO3/TyyRN6Btn"
    "m/qIEjgsHBo/GVyiO1g3A9ch0UcOd+GJaQbqwZSC4VudaQ0/vJdXsdTIgWGDahWlKVS5Rv"
    "cbpfK0qnDvRwDVta+u/fRr/wwtaGkXvmzIvervhfWtRIUtm9GRrIklwmPfkBvLYya5u/Oz"
    "8N/doQXPpZ5wwTL1B0ocdMAyuGD9ZQ6wuC3v/Zv/SrEcbn+6VOMhztMQGwdLGCfMhpGKXd"
    "La5j1p1OaAauy6kzpdKuQX23YR8uuvggQFMtG/AlA5dlMUn66nY22/8dhNM8Hkres4ZJ3R"
    "uwpHrNc6D7knWkYlKkThFA3WoUHs9ih5ysdhK9FiR4pClM/Fi4pAOPnqjAq3bFQNznwfIO"
    "GiLX3660ozk1lp8R6ZdFr2391WebsnV4FUGJdBZghCoTOOzr2oBlASmQ2LLoLk73BWlCml"
    "sHHGJZzgqCCGIzC1RfKLrVhPN82U5HN/GfZ76fhcAsSVIWzkkf8juw6gw2nLelc23Admu8"
    "Kz1aH/kgKpi3FLDtVdvr5ZDJEX0Zkk3HLiHjjNqDIEB0g6T1UqzacK8zXrq7xSKW42qvBN"
    "6AKj2E2i9jN3KJtYX6kMEw7nk40h1Nfmdan+8Nkfaj/Runq62s6OvljqvMKLCr4fvppK/6"
    "nz1vC8ddGWSrLdK1g7vqzVSNGxLtuaeWrWlchT1JyKmdJXRXBkkITbDCyfcF+sIlyLRGFs"
    "YsACoRYPsMDEv/QpX3Ea6djckdZUBXFs8sRrKtPsbu2IwZ5J+hc8n5U8gK2103r7stXpnh"
    "JRTOjWuujDz94pWblJlPVC+FjAB+FjpgfCx3hYh183qKh7h9+91hhfVUQi3CFBME11jG+l"
    "RtKLuiTsj9RRpr5XeX3zemrmAuv5UE2LygH0JxCma+IJEggjbbFZc6SVdrCbnxVZQgam58"
    "WWa98N0+ELWexJulaS0VS3JtQNotCCkO+QIaiYR8gWxt9w5sXhTDfNtV0zNiNgvNvu6Xl8"
    "9NvJ8rzEH3kn5PCy1e0+723xqJvztGKIORfTEqTOtuga3kw1ObJQq5V2UonnuQcU5iwvnu"
    "8CVpzJJ3NK4EhwnmQBGHFYyPcMjo7f9UdKOuQMi0RcLSzUjAjZnIgXKJrwYquTqVyxe6oU"
    "edlEnNvw5RN+Ha7YkZWr6r4tkpMTemVLjG8TWTnh0k9TuWcH+C8B6iytb4Sb3l5uhTJLe8"
    "3Ql5oJ5TtIKXLwur/z/uVZv9sZXp9ivqh7jrb8W2t43W512wOt2/9yCgcNRVcQDa7WW+u6"
    "ddZtaxc3l1ewHPBdNWM+s2+ty87f2henZMZ+FHYU2XL9QnmPaSidp8v96VskBpYn9O/fjs"
    "nBMcrwcc8mw6ikNgnDKaVJ7ZQmzSjXXzUfRgxUEbrWhLYXlia0NuWk/AjYwXjS7VgBHX7Z"
    "EsxxDGx3bETjBeS77TDIKBKOTN1103zHs/0d43D1cHt8qboBW3Ft3Mf0V4eQc2ys3ztsJB"
    "BTGu1RWJV3rBzmXWq5zGOPaXr2ZxAfAVV4L4d3B9hPp8pyDwEqnJdc67Y+04L7seRaD4Mq"
    "vJfD+0w3F7pT4YQJASqcl1zrK/VYhdUeBVa4L4n7+f3yBbWxQ6vcrWlDKDqUoAOsXa7Zup"
    "fi2ZYt3EaADsEYsWvZVvfgfe7nZZUKMTCF+WKYL+G1EQ1AStE7nPlgn78OqKlnUOJwg4/+"
    "3LZbi8BXhmtLgMt89xZtSbliyZmwu0yWhNBNUfvOwtielFLEIjsGwUz+9JE64hG+Z3oapk"
    "0NnBpCZPquPn5BR1WnZS+8WbIKdp4xS3cySp9mluxcpmrZz7MllbHxFZDLIx9O/LNOrzX4"
    "nn7mn6UoLM++X7dbhcr5Zl+0B1XOd9fMjcv+XdIdNYCoszdq/TMjZbu7ZMRa7YGLS0V3os"
    "07pBgMRP1RytGdY4hagdTDBlUl9UZtbVCul+obVMy7awlc57XfGNz0ep3el1PizC0LcI/h"
    "nb02BndatOBBtM3QTpFbsJL3SRRSOZ/U2vlkzCzmTivROQaq8tnUmc5Cdi4nHoZAVOKB/H"
    "w2gbweRW2lfDb7i9Jnc9mEFlQkl80AVvegc36dl8wm5Dy8ys9dXXm3zAN+IKjeruaO8wdE"
    "biNNcxe0NXM1d9BLw5cpqLnDqFaRARVwIZRspimjWzE1qqc/UIswYH3pGHYY5vAJInNFu8"
    "zfkx4qu4lBn482i+T1iaZwCcWtr5PkB4/20BzLyGSYROUOOjjFosodtIWMH+E9U2ptR8AU"
    "WuOxPfJ6huPR080kYjO1hAm4g3Fp31hy2ABFgYagJGYDMIXYnyFP9IshU+X0qXLC7p1CQS"
    "mODpfONUmE0sJT9lJn5hVHH3tBg4QAmuzUzJNExcmtYYo/zfYBCsqkNzbxuF9IUydzlzpk"
    "CoLhPaYq8bhpBClM/Nz8KGCuksvePxGcs4kSpqjM6RgAD31GfDZjaUU9tz9dgeS1OK2QKd"
    "dxQFGVuTZrE1Zy4k4FmmAPlMBoCEShM84ezh2Xp1SPy3bXWUHU2p6rE/mieMze3clj+e6u"
    "mCV31048eIFUYNxCYIppU0xbKtOGrFganyae57JmyLGU8OwVaZqBRRJFzinsPOsN6QAn5M"
    "FBIiugwh40msRl1ogSk1kPssbMCGZ2kTFiHuE2cFMG547bFG0TjikzsT8TY8A7skfgwFKs"
    "CS/zCiVtD9uxNmzFoqFMD8r08FJ3hJiRjOHutim3TQpiFwdp65ESiwcy1doX+T6wnDtCN6"
    "DXlaenn/gTzjn0V0URdm75YX/3aKZ16IjZDPYQ8eaOhb3HuyTEweeY+6M96Hz+rvllJkTy"
    "jifNrzYx7HzpaTdXGrIr2tde/1sv6Ic5WLW5rWESV00EvgQwgzbOdNUaDr/1BxenQD+Xep"
    "qtu+6CO8atFbRoQITeF0xLF7RpMmM19Llsfemca91O7+sprJEJG2l4c95a3T7IxNp5/6J9"
    "Skw+YZj+yKDQ/3PLfzob66Fn7R4mxLuQj6mFmDVky0VnGGoymOu3DdrnfcDIdzHcUDsftI"
    "GZE18x4oCbJzG4q/k3Xqy/djNM9NVgW0K/YXs47PR72vC63233AH/ygtRcYKipdWu1zs/7"
    "N71r7aLdbYsJg/NT+sgIvA2ue+2B1rq66nbOW9cwGqLO8WAVacBSmZj8A4ZM7anBe7Y7f0"
    "hsJ0A0eGMKLAbMgokFr4faoNURnyJlGE2WmPRbAXdf2piSUCrSZPgK0qb/VTtrnX/VpBPr"
    "0uFDWJ2CyiX4Ikj8yw7gA11f/ZIUsoipNmOAFukIK3p3+ziR38fkOI+/Xi/7vc51f9C+iK"
    "3cGbeYx4FZCtZjp/dH59pHF7Memedj6bKNEbSrVTijWKJ8tQZbVx3ta/v7agnoNtMe6NOK"
    "9sObq6s+4GPQ/uuNQIg7t20OKHEo7NjCFXsjLrzHRwV8eI+PMp14sSlRUFaen2UE7ghQnY"
    "+v2gbJzGCDg3iUeodn4z0KVWfEiyzHl/J1X3cupBsVxjY+AQvxREa644gSA4PP5+TD8ZFc"
    "sfUjE3Aa/0oN+8imUQikzgSq7c6A6T04WTQpGqcZC7JjJZOwFWMm90fztK2QSWWkr7Qj9k"
    "EPGDngcLtUiOBZgSk9b53pOwYmt5oLRhhQ0bjuNJ6nJQ7LZlJCIDXOItPAhBjCPcGlDubF"
    "0C13gZpuWR2Gz2UjoAoVyvXhIGtkaKHGOfxoZJhb/Nbmc0YXOAiEYqOY7SWoOCYhhS1D5k"
    "ERPipowrDnjo0KvlA9slP5w/dZMXXXA6JbBpDyDelb5hOAg3QNw0mFAho+HqjtZdc729ns"
    "JbxkcLvJyVXGFmXdOCzWdx+sF4eJzuBISaCzmBkiBF5nhUVDaPd9xf6tJXX3p0Sq7avoUj"
    "ecDkHldnoZRUUtJNg9osPeiTf0h81guAo0jkIqMteazGgIrUDjEJjSUtSNvjURhAe+xT1L"
    "FI60N/OE4aidv5g43JIyqBAwkQUzhGMf+hLpBG3WWKuWg1g6hlG40xSufSVl3u1MUU6wVZ"
    "lI6ycjKLlWybX7i84siSqnRG6WPFUrSbZ4zFhEXj15X0BgPXmfKbFik7Lx/iScl+KsD5u+"
    "NeGsh3Q0d5j31H6kItNYgrWOdsjlrV2/q0axb4k4H5NZdBnsPDeYhzrCN+TuzqCezsy7O2"
    "KJrPpTDp8EDC9M5NAULnrNsdbK+jUFvMAGCjbcmlm6csNxArfz8JQqLkdx+IrDrzGHvz/X"
    "50aCZ9JRuQ8BMxWZ+/dFrFHvs81R7xP2qNiNUobzi4Eq9r527F8kN9nK/amo+1cIpL6VyU"
    "UIwcjEMJNfXGC7vAV3Hurn7JW4HoBTLhdNE4WqL0FqGzIgefMkynNqcywhVGmOfHIULM1R"
    "G3lUCDCNVElUNjXzZVBfAGoWFj755DWzCLeE06FBHxmaVgZ0DAiaEo8/UAvkRIcSV4QdEt"
    "0N136DI445xNEtg89E6CWMYj5liKbbmmktwTXE3qo8D0qeTHAaSp6spTx5mOh05GGoVfHF"
    "S8Iqn7w4O1bUJw8O/kfG5662DkFyBlFRnRUJ43CvosUvCqlUArVWCQQ7prrrZPoIiuy1Jj"
    "vDs1ImKkmNnOfcpLqVwS7HYeNnLAAfFnnP+v1uhLJnnbiu4QZzwLx6J0gKnZisRpVSHmAO"
    "ghOw96OKh2sa/P7stcZiSmUW6SBVkyiIJKLoJuyRWusr6/ZtJyrPmp+CzLjENZdSqwKh47"
    "CK1LUmNQUUVtnPYTjlRlVzCgMLpLtSR1zUJh2FqnEyhYqG6c1nnFNGshcxkikz8YuSoiYG"
    "suupwz3PpOeolRe2noShLN6lmWcw8/zO2kj2Lmg5+53JijRoyQqGwEAkwqR1awErhC+axI"
    "VzlxpYrQZrsdoOHwFRMW8gmlR8QKDsr0mL2VZmSI2IgkGxTQ6oidr2qhzOfpTD8UlX2P9M"
    "dj9A97Ojt28LXPPQK/OeF23RGyeyI0qyzXHY3UhHu9wBh8Q6T1mp4phB992Vxtz+SbZWdc"
    "yaMAdD5tEh9Tz4XDeNM4i057IFLvTU3HDXwlnDHL7Ae9ue35tsRIIxyCvXpiM29lOSY9yF"
    "+Pf4109+WuGxqU+IT10Xa66IebLzg21hnucdaUrxAcMZsCRrcwKb8Wx5t93dc3z028ly4+"
    "CPvD0zvGx1u89f7liDYG4Hef1LmkOSwDu0hyyf7K1BRFZfqIb6BKzCfAnMw9exR2bMdVNb"
    "awPkjqMoUoIi3JnoFvu3LKWxFk2eGUlRpQRVgjonaxEkexBFixK0wMpNWDqlGhFSoBX2K2"
    "Bf8OypGpFsDXEabH1VxbXVzZu6NZmDTFZGGRWG2SHKfW+OrWukNpCdsyZSdVd/oEMsK+V6"
    "bNRIEaujHZp5crUJXVEpJvuWCFPxpV20lUxMfq+bZDVKtszbxCAS5q3ceTyY3yJjh8/8RN"
    "kPKRL2DuZbQ9KGN9PE/0vstTDMZvbayyrft2LhzZbEl+Uxo/j+bHI9q6J3ABHD9hhB9lBJ"
    "mIPhi/7NWbdNrgbt8w7WAIxqd0Vj9AYftFvd+BWO26RKue4QnPI/qp2KvSYXWIs6bDRNu7"
    "n8ltwrS1/1ee6myibshjWrP4t5dS2jRN6J/kidIJi26B0aAjlEA+qHD0UMqB8+ZBtQsS3m"
    "sgObqgSG/e4HiN13hczT73LM0++S5mm/WGASw9lpA0Igu88b8DIX5WFkCPjz/wHXY3RA"
)
