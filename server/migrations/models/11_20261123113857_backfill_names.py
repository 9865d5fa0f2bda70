from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        ALTER TABLE "look_backs" RENAME TO "backfills";
        ALTER INDEX "look_backs_pkey" RENAME TO "backfills_pkey";
        ALTER INDEX "idx_look_backs_account_1a3f19" RENAME TO "idx_backfills_account_857736";
        ALTER INDEX "idx_look_backs_identit_3fcd9d" RENAME TO "idx_backfills_identit_75eed2";
        UPDATE "mails" SET "kind" = 'backfill_done' WHERE "kind" = 'look_back_done';
        UPDATE "mails" SET "kind" = 'backfill_stopped' WHERE "kind" = 'look_back_stopped';
        DO $$ BEGIN
            -- A new database has no queue yet.
            IF to_regclass('jobs.pgqueuer') IS NOT NULL THEN
                UPDATE jobs.pgqueuer SET "entrypoint" = 'alerts.email' WHERE "entrypoint" = 'alerts.tell';
                UPDATE jobs.pgqueuer SET "entrypoint" = replace("entrypoint", 'look_back', 'backfill'),
                    "payload" = convert_to(replace(convert_from("payload", 'UTF8'), '"look_back_id"', '"backfill_id"'), 'UTF8')
                    WHERE "entrypoint" IN ('look_back', 'look_back.stopped');
            END IF;
        END $$;
        ALTER TABLE "alerts" RENAME COLUMN "look_back_id" TO "backfill_id";
        COMMENT ON COLUMN "alerts"."previous_alert_id" IS 'the alert for the previous password of the same login';
        COMMENT ON COLUMN "alert_operations"."assignee_id" IS 'the member that ASSIGN chose; null to unassign';
        COMMENT ON COLUMN "email_accounts"."open_detections" IS 'number of its open alerts';
        COMMENT ON COLUMN "email_accounts"."last_seen" IS 'time of its newest alert; null without alerts';
        COMMENT ON COLUMN "saved_views"."query" IS 'the query string of the list''s URL, without page and drawer';
        COMMENT ON COLUMN "api_keys"."hint" IS 'its last characters, by which its owner recognises it';
        COMMENT ON COLUMN "one_time_tokens"."email_key" IS 'the address it was sent to';
        COMMENT ON COLUMN "domains"."domain_txt" IS 'the required content of the TXT record';
        COMMENT ON COLUMN "domains"."missing_since" IS 'when the TXT record of a verified domain was first missing';
        COMMENT ON COLUMN "mails"."user_id" IS 'the user whose emails of this kind the unsubscribe link turns off';
        COMMENT ON COLUMN "mails"."kind" IS 'VERIFY_EMAIL: verify_email\nSIGN_UP_WITH_KNOWN_EMAIL: sign_up_with_known_email\nRESET_PASSWORD: reset_password\nPASSWORD_CHANGED: password_changed\nMAGIC_LINK: magic_link\nLOGIN_CODE: login_code\nMFA_CODE: mfa_code\nMFA_ENABLED: mfa_enabled\nMFA_DISABLED: mfa_disabled\nRECOVERY_CODES_CREATED: recovery_codes_created\nRECOVERY_CODE_USED: recovery_code_used\nSESSION_STOLEN: session_stolen\nACCOUNT_DELETED: account_deleted\nPARTNER_APPLICATION: partner_application\nPARTNER_APPLICATION_RECEIVED: partner_application_received\nALERTS_RAISED: alerts_raised\nALERT_DIGEST: alert_digest\nBACKFILL_DONE: backfill_done\nBACKFILL_STOPPED: backfill_stopped\nDOMAIN_RECORD_MISSING: domain_record_missing\nDOMAIN_LOST: domain_lost\nVERIFY_MONITORED_EMAIL: verify_monitored_email\nINVITATION: invitation\nMEMBER_CHANGED: member_changed\nAPI_KEY_CREATED: api_key_created\nSUPPORT_REQUEST: support_request';
        COMMENT ON COLUMN "mails"."message_id" IS 'the Message-ID of every delivery attempt (RFC 5322)';
        COMMENT ON COLUMN "mails"."failure" IS 'the server''s response, without the address';
        COMMENT ON COLUMN "invitations"."invited_by" IS 'the inviting user';
        COMMENT ON COLUMN "sessions"."authenticated_at" IS 'when the password was last confirmed';
        COMMENT ON TABLE "accounts" IS 'A tenant; ``company_name`` is set for organizations only.';
        COMMENT ON TABLE "alert_changes" IS 'The state of an alert before an operation, for undo and the alert''s history.';
        COMMENT ON TABLE "alert_counters" IS 'The number of an account''s alerts by list, state and day; a trigger updates it, so no page counts rows.';
        COMMENT ON TABLE "alert_mail_positions" IS 'Position up to which a user has been emailed about an account''s alerts.';
        COMMENT ON TABLE "alert_notes" IS 'A member''s note about an alert.';
        COMMENT ON TABLE "alert_operations" IS 'A triage action on one or more alerts; it can be undone once.';
        COMMENT ON TABLE "alerts" IS 'A detection, unique per account, host or app, username key and secret (design §3).';
        COMMENT ON TABLE "api_keys" IS 'An account''s API key, created by one of its users; only the SHA-256 of its random part is stored.';
        COMMENT ON TABLE "backfills" IS 'The matching of a new identity against everything ingested before it was verified.';
        COMMENT ON TABLE "batches" IS 'A batch of a file; its rows in the lake count once ``done_at`` is set (design §4.9).';
        COMMENT ON TABLE "domain_alert_counters" IS 'The number of a domain''s alerts by state and day, updated by the same trigger as ``AlertCounter``.';
        COMMENT ON TABLE "domain_claims" IS 'The claim on a verified domain, unique across all accounts.';
        COMMENT ON TABLE "domains" IS 'A company domain of an account; monitored once it is verified and enabled (design §3).';
        COMMENT ON TABLE "email_accounts" IS 'An email address that alerts mention: the ``user`` of a Workforce alert (design §3).';
        COMMENT ON TABLE "email_claims" IS 'The user of an email address, unique across all accounts.';
        COMMENT ON TABLE "identities" IS 'A verified identity that an account monitors (design §3).';
        COMMENT ON TABLE "identity_epoch" IS 'The single row that counts changes of the monitored identities (design §4.9).';
        COMMENT ON TABLE "invitations" IS 'An invitation to an account; only the SHA-256 of its token''s random part is stored.';
        COMMENT ON TABLE "lake_statistics" IS 'A global statistic (spec §3), as last computed from the lake.';
        COMMENT ON TABLE "leaks" IS 'A catalogue entry, with the fields of the Have I Been Pwned breach model (design §3).';
        COMMENT ON TABLE "live_email_account_lists" IS 'The time of an organization''s latest upload of active email accounts.';
        COMMENT ON TABLE "live_email_accounts" IS 'An active email account from an organization''s latest upload (spec §2, FAQ 1).';
        COMMENT ON TABLE "mailed_codes" IS 'A user''s latest emailed code for a purpose, which is the only valid one; stored as a keyed digest.';
        COMMENT ON TABLE "mails" IS 'An email to one person; its text may contain links and codes, so it is sealed, and deleted once delivered.';
        COMMENT ON TABLE "memberships" IS 'A user''s membership in an account, with their role.';
        COMMENT ON TABLE "monitored_emails" IS 'Another address of a user, monitored once its owner has confirmed it by email (design §3).';
        COMMENT ON TABLE "one_time_tokens" IS 'A single-use token for one purpose, with an expiry; only the SHA-256 of its random part is stored.';
        COMMENT ON TABLE "partner_applications" IS 'An application to become a partner; applicants have no account (spec §2).';
        COMMENT ON TABLE "recovery_codes" IS 'A single-use code that replaces a lost second factor; stored as a keyed digest.';
        COMMENT ON TABLE "saved_views" IS 'A user''s named view of a list: filters, order and columns.';
        COMMENT ON TABLE "security_events" IS 'An entry of the audit log; ``detail`` never contains a secret.';
        COMMENT ON TABLE "sessions" IS 'A login on a device; only the SHA-256 of each refresh token''s random part is stored.';
        COMMENT ON TABLE "sightings" IS 'An occurrence of an alert in a leak file, unique per leak and file digest (design §3).';
        COMMENT ON TABLE "site_settings" IS 'The single row of public settings (spec §3); every flag defaults to false.';
        COMMENT ON TABLE "throttle_counters" IS 'The number of hits of a rate limit key in a window, shared by all processes.';
        COMMENT ON TABLE "user_images" IS 'A user''s picture, re-encoded; its URL is its unguessable id.';
        COMMENT ON TABLE "users" IS 'A person who can log in; a membership connects them to an account.';"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    # The comments of tables stay as they are.
    return """
        ALTER TABLE "backfills" RENAME TO "look_backs";
        ALTER INDEX "backfills_pkey" RENAME TO "look_backs_pkey";
        ALTER INDEX "idx_backfills_account_857736" RENAME TO "idx_look_backs_account_1a3f19";
        ALTER INDEX "idx_backfills_identit_75eed2" RENAME TO "idx_look_backs_identit_3fcd9d";
        UPDATE "mails" SET "kind" = 'look_back_done' WHERE "kind" = 'backfill_done';
        UPDATE "mails" SET "kind" = 'look_back_stopped' WHERE "kind" = 'backfill_stopped';
        DO $$ BEGIN
            -- A new database has no queue yet.
            IF to_regclass('jobs.pgqueuer') IS NOT NULL THEN
                UPDATE jobs.pgqueuer SET "entrypoint" = 'alerts.tell' WHERE "entrypoint" = 'alerts.email';
                UPDATE jobs.pgqueuer SET "entrypoint" = replace("entrypoint", 'backfill', 'look_back'),
                    "payload" = convert_to(replace(convert_from("payload", 'UTF8'), '"backfill_id"', '"look_back_id"'), 'UTF8')
                    WHERE "entrypoint" IN ('backfill', 'backfill.stopped');
            END IF;
        END $$;
        ALTER TABLE "alerts" RENAME COLUMN "backfill_id" TO "look_back_id";
        COMMENT ON COLUMN "alerts"."previous_alert_id" IS 'the alert of the former secret of the same login';
        COMMENT ON COLUMN "alert_operations"."assignee_id" IS 'whom ASSIGN gave the alerts to; null for nobody';
        COMMENT ON COLUMN "email_accounts"."open_detections" IS 'its alerts that nobody has closed';
        COMMENT ON COLUMN "email_accounts"."last_seen" IS 'the newest of its alerts; null while it has none';
        COMMENT ON COLUMN "saved_views"."query" IS 'the query of the list''s address, without page and drawer';
        COMMENT ON COLUMN "api_keys"."hint" IS 'the last letters, by which its owner knows it again';
        COMMENT ON COLUMN "one_time_tokens"."email_key" IS 'the address that it was sent to';
        COMMENT ON COLUMN "domains"."domain_txt" IS 'what the TXT record must hold';
        COMMENT ON COLUMN "domains"."missing_since" IS 'when the TXT record of a verified domain was first not seen';
        COMMENT ON COLUMN "mails"."user_id" IS 'whose mails of this kind an unsubscribing recipient turns off';
        COMMENT ON COLUMN "mails"."kind" IS 'VERIFY_EMAIL: verify_email\nSIGN_UP_WITH_KNOWN_EMAIL: sign_up_with_known_email\nRESET_PASSWORD: reset_password\nPASSWORD_CHANGED: password_changed\nMAGIC_LINK: magic_link\nLOGIN_CODE: login_code\nMFA_CODE: mfa_code\nMFA_ENABLED: mfa_enabled\nMFA_DISABLED: mfa_disabled\nRECOVERY_CODES_CREATED: recovery_codes_created\nRECOVERY_CODE_USED: recovery_code_used\nSESSION_STOLEN: session_stolen\nACCOUNT_DELETED: account_deleted\nPARTNER_APPLICATION: partner_application\nPARTNER_APPLICATION_RECEIVED: partner_application_received\nALERTS_RAISED: alerts_raised\nALERT_DIGEST: alert_digest\nLOOK_BACK_DONE: look_back_done\nLOOK_BACK_STOPPED: look_back_stopped\nDOMAIN_RECORD_MISSING: domain_record_missing\nDOMAIN_LOST: domain_lost\nVERIFY_MONITORED_EMAIL: verify_monitored_email\nINVITATION: invitation\nMEMBER_CHANGED: member_changed\nAPI_KEY_CREATED: api_key_created\nSUPPORT_REQUEST: support_request';
        COMMENT ON COLUMN "mails"."message_id" IS 'the Message-ID that every try carries (RFC 5322)';
        COMMENT ON COLUMN "mails"."failure" IS 'what the server answered, without the address';
        COMMENT ON COLUMN "invitations"."invited_by" IS 'the user who invited';
        COMMENT ON COLUMN "sessions"."authenticated_at" IS 'when the password was last given';"""


MODELS_STATE = (
    "eJztfety2zgS7qug9GcyVUoqsRMn45w6VbKtZLWRJa9kTzY73qJpCrZ4TIFakrJHe3n30w"
    "2QFO8mqYtBBVW7M2MSDVLdINBfX//TmtkTarlvrlzqtI7Jf1pMn1H4j9j1Nmnp8/nqKl7w"
    "9FuLD1zACH5Fv3U9Rzc8uHinWy6FSxPqGo4590yb4dAOmcNYm5GnqU0MnRHLvicm+0x0Mq"
    "OzW7g3NefEsBmjhucSb0pnxLMJDNQNw14w7w0+Z2Ib8CCT3W9uygUz/7WgmmffUxiBjPjj"
    "n3DZZBP6J3WDP+cP2p1JrUmMT+YEJ+DXNW8559eurnpnX/hIfN1bzbCtxYytRs+X3tRm4f"
    "DFwpy8QRq8d08ZdXSPTiJsZAvL8tkdXBJvDBc8Z0HDV52sLkzonb6wUBit/3O3YAbKgNw6"
    "VDemlnk/9d48mN4bc0KZZ8LLO+4bRp80c/J//VeOkGvaYHipjbuXmtZKyRRfLSET/xLwHN"
    "eDyTxk4H/+J+ZdMYpfbeEDTv/SGb06PPqVs8Z2vXuH3+RsbP2PE+qeLki5MFbcpzPdtNIC"
    "uKR/etkCCAkSMoBXrcP94MKK/aulHzAwYNFumXrZ/fslzjxz3X9ZeGHwe2fEOX3e+Ttn9W"
    "zp3+kPB1+D4TZ8weK7Hpz2hyec/St235mO62n8rwo8j1MpxtdgvKXX4HuMSLG9Btvnuus+"
    "2c5Em+rutArrU4SK/TXYb870e6otnEo7fIyoFtv9E/Rn5bqls/sF8DDN9NOp7uRtNSuafe"
    "B5a6b/qVmU3XtT+PNTgQgChn/6NcFZ/8YB3okzmOsg2iN1UPOaaLqX5vQZcMozZ7RAiUlO"
    "kGD7xJ/hTfAfzRNC0cLvnXfHl53zi9jqP+tcdvHOQWzlB1dfHSVEFE5Cvvcu/0LwT/KP4a"
    "Cb1EPDcZf/aOE76QvP1pj9pOmTKE+Cy8GlmMwnpotMriPtBKmSs8xyNl1tdqcDjx5Ng2qU"
    "ccmlJX5i2xbVWc4JljdHQvS3MMm2tIjwym7lfTIc9mOiPuklT6yr85Pu6NU7LmMYZHr8cm"
    "9wmVQeBBfFXrmWIFJTKDlUkENkKbvUcKgH/9KzZWEy3Vlmi6JolqQ4lh5192oXPEElLSoN"
    "0C1OeoPO6Ee2nheMj25uJz8uu5180XBbmDD1JYVy32M5qnY2fUIc8PukEQaHxGj5o3N4E4"
    "LHJXE9OievRl9OydHB4ac2geXFbWUf3hz8mjQ35iiL9/jGr387ODg8/Hjw9vDo04f3Hz9+"
    "+PQWZmvxX5e+9bFI3L2v+BnFPrfC72pO2QRecN0PKz2N1F9WSydiKyDeVPcIs4lhTygBxE"
    "0C1ZgsqVdOhi/79QWcr64c5k6i1ESZ1cTQPmRMATnXggU5Uyi5yyx30CiFNsls9LsYOjLD"
    "ra+ePjPZDhXVwO3UWD0VuCncYxqcfo5XXyZ5syhhVBIG/44My3apNlnMLVzeNOCtQw3Y+d"
    "b4bipOrgBfBdmJhc83pjuHwi9nxjLbltxlixkXUQ9eU2cGTYkqb67duVPgJr6b16qonPYG"
    "cFYMLo+JT3/Nzjq9/o9jMoEfs7xm37vdb/jnE6UP1rIk0NimVRpOMTjoXM0yGdXeVfG4pC"
    "l3KJ6KcpHW6xJj4kFt9h8o9tdiv2F6GZtUPtOD8YrVlVkN26FXKY4hJFDMrh7BAABGtzS0"
    "jFRheYJMMb76hoIGUSdH8cnZU1Yk8jK81RsPyeG7o6PX74huzaf664M2sR1CZ3OvlhpzUE"
    "KNOchVYw6Saswc+FZtqQcE8vJc2kV+p/9ZhdX+cMXo6rsJQFOvlpkwTrkB62CTgtKaYB7E"
    "yPK7h0h0M1641Y2HJ92ZaLE7yRAiw9LNmZth/fCpv3wbUYtbBTNk7wf4d3GmU5youbJfXW"
    "0J21fczxLmAazJqvNwon1lFZyEGm4Dmmc/ULYmu4aMXsJclzjVPjEMv0/7wM77YuO3EsGs"
    "+RxFbtnwj+f5iik5vWCyRrpysnk6O5gleDrTGfzMiT8dEqdYkJOyFPKnOG9J40Ipnb2EJL"
    "+4ZG4a3sKBEQ59TRlipMlnYnouuRr1ieny/1yw+wV1eeAeMSdZeUvrTaYylhqaseSnnWnV"
    "pBCn2qQ05NgRajE5CraZR1mGblwU+RIhqhnnsiNmtr7T24ty0PoFwlgUNKkjjUZAk6iYxX"
    "FZadOKkOz2/JByv6qA89IaZlwOaSEE2mPKm5qvQjaV9SnlES47+lOo6ESXHfxy+L1UeKpP"
    "O+PTzlm39b8Cdb2iHtpB9/Q5AOgL2zX935PSR9ODCvXSiMt77hOUVFCD+clijjnuT1PTmB"
    "KdK5o8KvKWUka45YBOiH5rL7xIHjyoovzJblpX3dC81+yajY0pDCQ2s5bHXLV17CcY4FBQ"
    "f3UgZhPy5JgenMvkdknGfwMVmJGbG8GTiQm6OkzkUM4Y21ne3OQpw38kVKZgUfxzHS25KB"
    "Y6c5/LiH32V6y0X9kug5mVlrxTLVmeI3wv2GksHNfOOIsLggZCCpnTwVs6ES9K7Ltg73Vv"
    "btYGIFtxjHi2VQd6RMhUwLRssGMtTXnDyl2uQldCiSttV5yAhsrNXW0i1hAWNQoUqDaZAk"
    "/RxQ6Pa3OtC9+HPNAl15f8HJhXMKt5z8j14u1b/ePhr1kmx608B9W6mxsYdXOD9kpQwJAE"
    "NEGhruEmAh+YS8mdvXDewIYC7GCuzt8DjpYV1YVYOqj0RYaI5B5Y3C4mbMEwztpjYpmgCs"
    "KczjWzUekDzdS28IJl2U+gWrZBLTV0+BUkYjLkPwQ/apdMbAKEwXic2HYmlO95hj2bgW6K"
    "7zqxQa1lvIiKeNEHOvdAAwb9FEZcM3Efbzh0Zj/SSZu4tnhlHX6Q44HIxRsTRh/xLRcOc0"
    "GpxRpU5LvtPMAvMODZjNbXj/HlQ53YhN8GvyGiy5fQjkFgKc34P63Vd5IYHt0aUaeGf9E/"
    "5xiEyMGK/2H5X42/RwX7a4sPBgHzP/henvuc+ErZ9tOCFa9xbmzrKWHaDmf19p4jPMQ5ct"
    "vaU/3vZYOPU24M5cb4WRAFbjwpbha5MHwCud0XG0lP2ZLzIn3ClLf4pGlrZb7LJoWXyWaP"
    "qhRVgFyUrjkepJavQZIn3fV12/XhdROgXSLHD5XajI/umeS9gEpl5VXLqOT5jjX4vaJTHK"
    "/A8ZguXFZDihGtoSA1xyRVQT+KoPE0T/PzKhJk+1ef8ODDYZkkig+H+WkUeC+rSmE9PT+L"
    "Vi3mdIq7ZepZQbbPJa8HZGo7rrAdA0sfKi7jCInCqklnYrWqvKoeb20XF5rlq7A6GK94XS"
    "MLfz6vwmp/uOJ0dU4H1vaM86/jOHqOwStGlWA7eoS2tR1HTbkL0/JM5r7B572E1Rb5+8c/"
    "c9ipZdoQC/blBJ3MgQnSruXQp1OnAGMGsdRlF2U25yaca/XkENJKLYbWrQUTEj4pWTB0XX"
    "PveBh1aT8x4n/UcsuK8zclqnw4nyLciz0rjugPy1RFOMwvi3CYqovgYviB6S0117CdDH6P"
    "Z7pl5fo60tT75Os4PPh4FHo38I8if8b4vNPvp+FlyKE73fBsJ0Ot+et4OHiGuxHapDPDND"
    "zyX7JrHQcf+xI6DvKq+JhOnsiJHQcnSB7TM92YmlnFQfIlEyFZSyDNOZq3wnnRAcylIhG8"
    "in8vTtkcD99PE6yZ6lJWR8oxQiVkqYXsYhAT/NiMEy5ffYjS7E5zeLtdteHg3fuP7z8dHr"
    "0PdYfwSpECkdYd5g59NO2F69cMrmakziSW3tnSCkN5MYaXQ5fgh5BAwRehw5S4GIZs2fcm"
    "WxvMVDBww0uY94zSqiFucbJmCEKUyOE9dIHxDwAeMTpll9zGkP0707IqcjtB1gxuBy8dC2"
    "3HiPUnHifvLmYz3VnykG7Hc3csCIfydIVaCf1J2sak1sABxQwq4vqZTdDvhz2jQfmcbYT/"
    "jTvkw6gf7Xap+WL1M5frxA6lZ1Gu6wqua2CJW69RZJSwOV8j/w65SsB7u//iEoxDF8GSIs"
    "2G3Dn27Kf5MmVKiDvl3WZaeWlx/u328xUORNuakjlyl6gGYhlontvEfM3xloLuSPFve47L"
    "lme2oTq5YBNb5HoFWiasoanpYs2AdGLcJiffYRJX+Xyt8Ado28yfCvHHztJ9VD0GvKfqMc"
    "hkz6mgasc+ywpsTdIpxmZ2oKm4VjdjPdlPhoLmVSdXI0q2Q4X/hWIaNqfvI99qJWvECRXL"
    "q7HcN93BU+wqO0cGqfR2qB3sH1KBFr87cS5qWXUvfha2iKEVcAtbcOOqjy0SVdEQAaAPue"
    "0jEAQHE335meiwEsz7eyBczBGhu9xC6GLVCjKHn0r4PAJbZEOaHTy3GO1EQI4/Z+mCFFP4"
    "pkTaDv4VyfmLpaPBC6uCbgpA7NehVkEti38lFfSEOKHSEyql0TYmaXkfmN2onOXGMxwP1B"
    "Sr0cWQk1irZ+UMxBwL8rC6dXV5iioO+rZFCdvQfuuSJ4rW2c0UYkA3QZZBokrAzIpgn+Js"
    "1wqYkQlPDGwv3wXCb5ZAEsz2yrceEREaoL4jVaTIMs6UVeqvcLyUToqoAS7SGUDVDlO1wx"
    "QWeB4LKJu3qpYtMzs92JfTvMxPTA3G70Vy164TUlVPnlqiaEIsUCwubGLWk3KMsDFxYT+N"
    "jGWCOsMg2KCVh3dWI9rPg54wdqE08gFRo9vBrwbO/4e1usmMR2dx8IENE4kB8OaW8ugsHM"
    "AMmoWL1phNStSkkJJCSim1XiElpdjvDnjmZAZgAYcuW8w4R6Mt6RJrNScjQCpFvzXqds6O"
    "+R5/za4G4q8FE3+D/j3uHhPucbhmo+7wojvAsXDUwYnRGY97X+FvESFSzrgcrwXxqUQpiE"
    "+5lSA+JQtB/IR5bTzPSgiCGJhj9ZlPiM3sFqyKYDa0AfHAigzu57oDIhTKH5Dht1J4t86S"
    "bQQWin04XBuvIeUYocK7sslYErx7xiNingsYzBjVLsK9fvXpDUQPEjFVLIYvFr3X9mP2Jj"
    "zkLsicD+L5dJfc3ETf2++eWhQ4uIVHbi1mMNF7iIcmBIE3KkpQRQnu1dldvWr+y/Qh2E+W"
    "qihAFZSmgtIUCJVFc+1iv42OOAazdNbY/UJtNda5o6yPhhFORkDNR++D3/9ULOIZmuBtds"
    "wX9s0NWlJvboRuuWp/KjLuS7Sw3daTUCm99PVN8kDpHL5GmBlVU392w0a91m6jTgsPWIpR"
    "Se121f41SJfBHZ9TzF6ywSvn2npasPL6bFabUFrwTlU28QWk+JlfZjokkNoxIbbD0nW+k3"
    "2j3pfwLcCogr5R75P+BdByLfMxo8ruc7pxQFVPN95daSLRbXxVax27f6Mb6zFwK4AiZ2Ho"
    "wAOzn9Z3LGxQk0aPlBY2ga+i+mVQSlvGs7WyX+EBi69OVqrr7p0T0lTF3ZXjDd4mYD6cv9"
    "T1NbTg6zDhhyy8SiJpuoFb+ap+CjFLggbH+iOd/G7Sp1YGFFzdLMSBLg7THmFc6UA9BFyY"
    "cATPmxCkFNgLqwwAlWmh36NNbAdblSDOEQs7o3jBelOVQEORcJ6gfj/nksJHEqnuCh+pqL"
    "jmsjPYV+rExAW0UgPP78PRty/D0Wn3mJcM59a1a3YxHF12+uNjgqWrdausxh1Dpe+OSoDS"
    "d8mzfYVJ8VZcGFUbRq/VKVq29Rxn7tHbEsw9epvLXLwVZy78SKdSy8GQQGb28vBB/qZE8D"
    "doRoAfJ6gmV6N+O4Qy3NDLAyIc/UnEg6icsJeXocIdO8YdfpeXVhbsCO4Vo45on5hSjifb"
    "MBaOQ7F6f7R4s8kQLmAZf0ALQClWGtYTF1fxY8U7ZGLeo4GilOtpW896Qb9QNAM81iDdop"
    "p43RQoiiUjRWhUMWgVpaXwl6rfIAtDY9tZOX5GSBQ7Uy0craopQxESxc4sdvonbMZRlt+m"
    "OkFYs0d1g5i6rf7T6FirAYYiZAoJKSSUjYRESQTb6T7S7IC8+IB2ESay/aEaxbElkdGQoa"
    "WC0cBqEUzi/kL0xcT0sJ3iMcAWw57NRCsb3SN+Rx4sh+DAw2Bm4tozwA4R88fT1AYkY6Lp"
    "EhYxPi4NlXb5cMRONzcT6ummdXNDGHbSJjBsAuCJuNRwqNcmzHY4XIsGDWIzKdEeq3xGig"
    "+7bm74z3gTQq+ln0nzfCUH5VGS0qP0AL+7ioE4GC+zBbOmgfh9mXTz9/n55u9TCedT2Nso"
    "q2V5TJDu5sDdJaBv+nmbbmdkO1V8AVEamT+m1uocw/PIXboenf3i8kAF3jbX0YU5zj/T5H"
    "QBiGMyLZ+/joeDnGSakCL57ZmGR/5LAlflNqQUPXAWpgWMd9/gY1/ibEEOFYsjyfnEB4YT"
    "nMiTMDKmxgL0mmWughofUKiguv7QSgoqZnIwz1kGql2oGH4mKXUOxAR/s5VGl50Yst50a1"
    "XhSpxT2+yyGKge0UfuzMauNNJdaaTKxr5PMU7NqRdSgZsKNCnQJN36bRxq8o1SVUBThGR3"
    "31Kr4vnJEZNhmZQ3nWPUwyhBEnl1+eAR3+tBX2aVCpXHqeQVyEa+LoVKFSrdYsHp/AoGpY"
    "oXVCxbQDzKdOYhRDTs2VxnSw2fCkDRdAEaeuTOdojt3OvM/LeoWc39A5llpevPpJwGDYVo"
    "+frv8yH+TdCFW73BWe/33tlVp39MYOprNhx97Qx6/+hc9oaDY1zP5c7xuK58WEJVPszVlA"
    "+TinL0e6tybCfpakmiObhOhZTLI4omQJQKGkHkrObllt2pOc/AMyc+8ZdvI2qF/SISovdP"
    "+/NwouaKfnXV3yj+t1XVaW5+o8tMzUncKVac5qb2QJflbferduKdix6WH2kT/5PGOAmbhQ"
    "UAEB25n7m2ww3z4790Xh98OApuOzqb2DMy1x1eRsP1bIdOMs3723+iUsQaqojJbyuXJKSg"
    "CaZySXfzNdmpMlC3mIHqGvacZmgcHcfRc6KoVyQJDu/adITPe4ntFhX8P/6ZtMTlxKPnr9"
    "PcQPSaK/Vls6vi67RMbbSj/NJoR6nKaFMzy7Kcz9xgvMybQAt1KixUhQG8qDbyyiygkYlq"
    "trwA1xO8KHGoYd8z06UuXKxjNygjjnxppIShsGutbaMJ2DVW9vHPuQnT1emRGaNsTPm1n1"
    "LKvFIe6J91PuckrZK0zJJ26KP9UEvOcUolZdmkLIkPkpdKP7V0c9bKK6Qu7rafL6Nu4MAK"
    "vX54NLkoLRErcx7WlNANx3axJLkV2MMyyuetNdMaRjDxm/1SxGV13BjR3mGIDRZYzjd/yW"
    "yqaYbhK7X1xJmb5uwX26HmPftGlyk3b7ZD48qfppEcTXky4LKjP4VbQHQ52Vgm2qKiAvVp"
    "Z3zaOeuKIPPdb+URL1LGVh73MeVv5QmnVoVKqCtKXiMo9GGIwmHonDABF9tWZqPyWnMUVf"
    "zh93EZqiqn0mw8Rds6CjX7JH0+vCSgldpyNPw+6I6OhXnomnUGnf6P8eUxrHHdWrreNfu9"
    "1/2OA7D+b9mielvtnKxMRnU+gUaAj3hDc9ndibKIdk/8iY1XUiMn/Jp6aiTMtpnL9FldNf"
    "6dZquryYWrAEAzAcCQ0Us4Ty/tB8paGRAgdr8QBGD3cDyaQbWGsaWBgAvMtehrYA/hhCIO"
    "nFEyXzjwiVNfi0crDXoblusHSu3kkRVzpaMbuXgJlbG8f3hFqU1bUJuC7yXF0XI4MEIuNR"
    "T8vTvqffmhdc87vT4APuqYd0uNm4av2aiLVBed8fj7cHR2TIBZ1NPmuus+2c7kmp13vvZO"
    "tX5v8O2YzPR709Askz1cs3F3cKb1h197A+10eNY9Ji5lE82y700GHJpQoBwOepfDUfDYmc"
    "1MXmctaPz38o0LVEDOVgNyZPFYbOmr4oVQ/Jp3pqh4B9+AB3pBndW9lWaRyqRS5wBpnElF"
    "oigcORHWXki5ZgCOir1pjnylteHJItQ98jRLab6T1NJ0ZoNWmGlj8u+0i6xLEz6mtFXJT1"
    "0mgizoRSOA9OcAxtAJsbFTjcmNNxxSmVQ0kqEMHzwp0/Rmu88q0aBGPFf5rOXZwtrKBrRb"
    "G9Ak3EFKGwFCCqnxaec1PJFaaKGe1UOkZWpJwKgCRJqqJyF4p3l/VioCFaeSmuuiadi/Fi"
    "Zu21gLFU0CftnUy79f8kQdR9YCxiGbNVG6tZ6MIsTyiyrihWmIlExX84/9tHhObNuiOss5"
    "jmOEydY2QLkt2QSH9I472wyH/RjzT3pJ7l6dn3RHr95xScAgUyi7QYu2GMsDtas6z6OUO2"
    "R6eKWxXA8YV8PokSBVhg+ZDR/GlBr1ko7ilErKMkt5ZroYPKHBP4wMj2uxoFPEjZF162lK"
    "WUKv4Dh/BeR98I8OpDvTcT3i/9r11Y+mrRHlr9pbMUuSfyjshbkJiNHb7edtipVTEPl4Yr"
    "P05189CXGNudZIQ3x5c4lEMRMbNJEoq98LWP0q8jRGpFiaDKZz7MdaZ3eMUB3d6ujOPrpP"
    "dM+YZh3a4kbhcX2LQ2hpFyAfLrR0bAj9edWy1BS6vKU/YDO6Bdp20TV3czPBGHbdW9Ukj7"
    "vk3r/5LdMBuKUnFfdcBV1ZuA/TzVeF+dpvvGpiw9g7gn3bc/WGP3jL7Bb/AjGXNuVLjMWq"
    "CxccNjOb2yCzncWpn5j3PZZjuM7czs10lo6vZsirmtzjK7z+7eDg8PDjwdvDo08f3n/8+O"
    "HT208wlr9v+tbHIkte7yva5GJbTWCky9dW/FWQkkAu+1cEz4ugAZu9L4WDd+8/vv90ePQ+"
    "ZH54pYjnaSOo6+mOp9l3d26WO6ZoXScpZWZv63bp0ZJ9a3a5ziMxlmxSSwpxOiWDdWSQOD"
    "0q7vJJ2lqy2JHREI9h/qI8W0y8uknDOPMZV2fgDL/HwKay9R5fRGbYqT6jeGyunMLxu/tU"
    "3jbkKBDG4yrMjFAodibZqVvU8apwc0UgLTNbjD4R8Z64VwDzXFoyjGHjigvG3cEDq3A4Ri"
    "Mtk19sxXq6ZWUkU+V3cgsJmtvIreU+mHOXo1WH/j9qiPZeAFgBxLqiyYkcTd7i1kUO0asa"
    "wiJkjfFv/jRWsKh80eRR0XYcIVGW4+JUjcCgtGaqRp/qD1/8qZrJ1mfTNSKLSqZ0DeR8K8"
    "NQy6+3i+y03NRY1kpr6HC+2fcLgErMc5armn1EvGcQ0PkX/ZGSHjmhlJGLJ4YtjXhmAOEv"
    "UC5PY0uP2p2dVmV4yLLztYuspy/ayGYb5mtuynD5B078rP7KXva3ZXrawKh8L/vbVFcbz/"
    "SyTpn8+PaQQOaY9o1oY9tLLaiytNcMG5FM+91Bas3eN8w9HZ6fDPs9rGJq2LNbG+ErHJ+X"
    "3U6/O8JaNMew0VC0fmAdmmt22Tnpd7Wzq/MLWA74rtpkMZtfs/Pe37tnx2Rm/lnaNrLlQj"
    "TiHNMQ3GVjxuxPJEFWhBmb98UU8BgxYNKYN5nUij2J0qnQE6lBN6jQddNBEqRK0FILev6E"
    "JcQyK64WefhiZHtjPN6xuy76shWU4wTZ7tSI1gvgu+0oyAgJDUt33Sx3ab6JP0knh6X/pf"
    "pubsWa38Tsz31Iub3Tbx3T4IypzPY4rUq7rcZ5lzLX9MzHDDTyHONjpIrv1fjugPrp1Fnu"
    "EULF84prfa7PtOB8rLjWo6SK79X4PtOtJ92pscNECBXPK671lXmsxmqPEyveV+T94jZ8Qe"
    "3OoXXO1qwplBwqyAHWrq3NdS8jeDgf3MaI9sEZsWtsC9oJ711fr69wnLYxgVEtXquC8PIP"
    "3KsvYnG5Yx+jByaO/rR++FrjjHu6B7/1dlHVwJQgU19hua+wQupmPP4qwwZ14pN9+Tailp"
    "4jif2NvUrsaBPAW0ZW+HhVNo38qfaJVdsOLuNLKyfALFh2xUFmWrjIn480GzLKk3NFmi5S"
    "t8kD7G88HiujsxPPo4KNHwT5SB1+Cd8zHVe2yYkzU3MtP+DOb1uiyvw2Iggsry3Nicl0Z5"
    "njBshrTBMm9TVzb8nEA77dPjwd4XA86Q06ox/Zx+NJhp3/5Mdlt5NQU7OD7/J1ks0G38nL"
    "761gAtf8dxYCLspn9ilUDu06Dt78KLFsrjchMqxmFN42Gorplq/KlfbfrkjkcN3WSdKS1n"
    "XrepkhdeWCIkNimdd+a3Q1GPQGX4+Js2AMeH/NzgC6HxNMJoP/vrro904B+MOFxdziLlFs"
    "+nc56pxednm/P9++UnLTin1Bv5X4gH7L/X5+S34+vGJFLStRnFLFd0ltArozmelOa8k5Qd"
    "oYY+BPKWeOs6tByQiJypIszpIMsP0GsiSby9JnMyQjCyqWITmC1T3qnV4WpUhG4vNX5ePq"
    "G/vCMnV7wuqtW/mGc2STeNtMU99qQPtZe58djC2dXuprRqgc2w7v6O7o7sKhx2Tu2Pe87e"
    "vTFK13WGhjwdw2uTPv4b4b+HzIVHcJBaFldpLf5PQqjVRZEKP71d6ngvkAJoQv16w76owB"
    "5OBHROtAmU8loMynXCjzKQllXkz3aY4+W6G0sLu4xdIvmosRSJnlPfMt42namhbyHZZ+C9"
    "qKe7ZY0FjQ3TMt2K513gMSsX25Rf4CZnTXo/MqFsZg/B4kjSSyfEt1dC9o6J7q5x7IvbzR"
    "PKBQ+VD1zOWe7elWNZaHJIrn9XjO1dHM+KDC9L8IlbScb4mS3q7nF/7mGzpW9LRs+4FO4G"
    "/HXtxPZXYg+Sikio8jQqJ8HBv3cQhka2fU3M53XUdpZFb0pXVfq05VtUTRNBO2clXsr5wr"
    "xMZu29IZxoDmGDqjMaLP2DljkallzJzYHpw6PJAwGof4NDVBP+HFxqkDL05A7DbRmY2WwC"
    "x7Zq155DNc7l8FtrrodXNV1/INlcpFqFyEsroIX7iI6rluWlnnAb9eeA7MYETZ7Z8RisPR"
    "0mgzSgAWuDYTXag8QA9kpi8JcNDDBrWWyR5EJW4DHuq2iWujG4p3oULbapvfEwyciG5V8I"
    "f5SJ1MD9hOH/38iRDrUxVR0nFY3R5VqEpGZo33ZNzQM5QLTkoX3At37dyRswJJUPODr9ee"
    "W5jtaJMp1kBmdtBxdm0/RQU/0cKlTkWOR0jkZzdqvfjCyGeXiv3Trz0NWyF6brlivGB+pv"
    "gt5Tsn8RYOw3F3uxTG3juhf++Oel9+aN3zTq9/LHowLzUuEwA1va8D7epCQ+iqfRsMvw+C"
    "cVgAXFvMNcwB1ni2V0Az6uKTLjrj8ffhiIfmutTT5rrrPtnO5JoFdzQQwuArBu8G9zRjqj"
    "PQIq7Zeedr71Tr9wbfjuEAvTcNDRfANesPv/YG2unwrHtMLPseW1fDQQrjv3T8q7M7PXKt"
    "O8DiqWfiMmXI2Ym4c9YbR25NTNe/N+qeDoEjP/h0Y+101O34AcaGDbxZ8sldzT/1EuO1q3"
    "FqrAYrHcaNu+NxbzjQxpfDfncA/BOHpOZ6NmCVa9Y5PR1eDS61s26/yx8Y7KG+NoB8G10O"
    "uiOtcyFioWE2ZJ3jwSrSQI3iUdEwZeZIDd6z2/tdcDtFAnDboKBmwFOwCO3lWBt1evyniC"
    "Y8mujA498F3n3tYvlaflMTOVvX7KRz+u1Lr9/XROA2qo93pmVpIoI7vAsMuLjAqcMBwIL5"
    "HGc/G8La4q+Ky+O8BxzDiHC/X7HIPNdmJjBOxIfz0f0hvoo/xrLxTfwVfT4c9C6Ho+5ZYm"
    "3PbIZwG3QWf8X2Br/3Ln2GmuzR9Hw+nnexHsNqnc4o9nhcrdLORU/71v2xWiT63NQe6HK1"
    "OsZXFxdD4Nio+7crzjJ3MZ/bwDSHwjdduuVZDNEeHpQAtIcHuXgWb6U6cplzk2ZVqsy3vc"
    "eIZN7gpDW+z2ALANCUedLn8z1OJTPj+Tl/Ll73de8MD3hM+F0GmGZJdM+js7lHXo2+nJIP"
    "hwdi0conKT/4poqYIiQyy0jajwMhM2wutWKl0rRSx0rJnEysHIS1vogmOI5iGxx+LjXy1V"
    "ZkyjEos3zvQM+t5/6NEioZyy7jRVYlynwlJUIicSkq0XuJOqAy/oIFyNw5CJGK5mX2wiOR"
    "UGN51EdJ3PK9EM62MpwwkbvtIlfMChSXd8isaAj3lAcGjc/cRZ5VF8izHyhDCesM4Dy3U3"
    "DXCMfqmZ6XbTwjswJR3KDNzQYI9FUpIuXF2C/NtYJhnH8FVU6bkEAB4hqAeLXppFieH9YT"
    "I9oLtic70JVKTvlQkJ3yIZWe4thZLRXLeXwCWpl53Rp+H3RHx8R+gre5Zp1Bp/+Dm/OZbi"
    "25/bzX/Y4DHk36RJ06NuoNpyHmlZIraLuYV0iu+RFtR2WW/FH+ij9KLXiuRgHKu83YWwqU"
    "lBiV/McjhxH8pYHX3P+8NlqocFoqQ1qtk7RpIJz+OTdhuhpijlMqMUsnZkkQfd98pF1U6z"
    "p+YFJWsH1yTLsw4B5GC1e45kOe8igfS388+iE8Afomdw5Aax0LgtzrzPw3B+iAuS1Yq65H"
    "FnPL1ifklTunht9C/qBNvnT+Rt5lNa3fzjN2h/KLkj0zkWVGmqevbMiroOwwhVOh/N2jfA"
    "U7twQ7JT1T+pjIXOJc6fsJz1XOFt5prOQBcwkaO2o7PBPrmb0eh2QcFG76SNnYrGvkZ8m2"
    "V1WyD/Mn4T/eN8wOvOeB1Ts+GrJrnze68HlVjefg3fuP7z8dHr0PFZ3wSpF+ky5HIbabWv"
    "aBBKlCjgo55qTiBXHP/AjPOt8TIwpP9kQUdWnIyDOmw9JgPMUa99g2CScUiW/oreUWal4g"
    "ElbEnenMMPHaw/xpcRq/gtnNe+YjvMNM+Lj15ymHsXIYKyhZQl94Me1rP9mp/O/K/743hp"
    "Aop3malllLF06QqoBV2VRh5RL9KcQsCeK5nDq251n0FNUyrpqnIE9ySCHm8fzBmiFGVzBj"
    "sgXmjiL+mHKkgTgEFySxzBlADDgisB6UTp5gxdlPbeLCmQLoA6CHbllYS98A+EJzrJmbmj"
    "xVx+rmBqfR+DTum7BS1fLmhgg7KM47/ls/Hwj5Z594ssYbHCl/WjP8aRV1nT3WcjZXQ2zF"
    "3dgXUfH8S9Lu5gTc5RfQ9AMwKmnckyvYyYPhyk7u71GSKBPnPBXuFP7I0iMidwtViJlIqO"
    "NVREqaTLm9cuWZpGIKXkKMFy3SyXzhwKKlQZlK0+WpLzwH5lG3TLRw0s9+kgvRXaCAzRr+"
    "U0TJZpXB3MUjSxhOo/Yf8UBlQZXJGqUsqMqC2lx2BltKppL7fK5HhFxmpbfFi2b59bKumS"
    "iJdUxENazk1i9RckdRhY/c9I6ylT0atKC31uBIhpoPDZJD43CHykX4KcSM9QXrhA25yk0i"
    "rXwlgbwjv5BlHuiN3W8Xwd54+cyywBcLPVr0NSxVAT15nymHzi3doAgpsdwjcWFqNoFJDA"
    "Cb1VDuxuevBml9LUYhWonQgUK0CtE2l50vnyj/0vbmLafKq5iFvdW5lE693/KVRKcei8Lv"
    "Wep0cKtQk3aD7ioldWhu9iM2hn9M6KNp0OziaKisgep7B0yeVq7EtqWHVOx2k6tnqxY1Si"
    "9XernSy1+Onf6ep9XxdaRplc+jXdPnARv/o2kvXG0dgRRMourM1xSMY3s1cVWcUuEq6fTu"
    "rH2wvmsqewYldqnFbuJeKbonZfbysG2L6ixHXU7SJvdYIN4v8Z4Mh/2YZE96yfy0K2xM9e"
    "odFykMMkWr13RZAZDKFNV7o+bmmkXfnG+t9QQvzzFo0GGOd/C2dNdbJXgn0ez+f43KhvlT"
    "iBmXueZSymoIOkmrRC21qCmrVzomSqcM1pJLGNQg3RXW4bLOvTiVxC1eavr3Nt8Kkxux9P"
    "uKvTDjVLtzpLZewFK7leIKkfY9ZXkeIZGX4bzmuGFhm9RfXMKoB0rog2pWlOMauxCdiTur"
    "xsStDC9Zxqh2kcMso99xhfrGKyJsMXRLDXtGMf1JTPo5GICp0ImO8fHqwzmljTc7/RoFKZ"
    "UP6yV9WABFQeHmf1XYAuNUexG/s+uDhwOdqnyPESm21y2mVIXlqnbVOuyeA8sqrfCQQLG7"
    "Brs908vqIJXP7pBAsbtWq/DZXGfLytt4kk4xfw3mVywGnSRTxS4yvDcBkyyTPdRZ2AGdWt"
    "h1zkyH3lGH+onfpQ/OGJVifJ0dRbmn9tWiLYmdaWx6dEw97AMoGJiMw47ebxcGY8NIzY0O"
    "LVUMUOQdEsd+wqjo+eLWMg0STBMz7Bz++plQTJwkd5Z+T/wVhX2sxfzZ9QA3PP+GzUrjmW"
    "5Za9fw24xR6d12VYHDg49HoRaAfxQpAOPzTr//fFk+rEC/mGuifkfVaJo08Q7DacIrjY2n"
    "4XkONVmfolWcr8B5+HXmozlZ6Ja21gdQOI+SSAWJRPtmrSeTZ2ZSUqkglcDbtZZA8idRsq"
    "ggC2/hsAe6rCmEDGrF/Rrc5zp6Zi3jAoNsBq28UQbSQnlLZ/cLwGBp1ufHLEVpdshyyrbF"
    "9I0Xz5MERff1Bzr24NB2PdNoZcDo+IB2YZtQGIrlrMXY0rnN95Z9q1skJExA2zZZRXvP5g"
    "tYMaJtNAbl4BOzMpnXnTJVQh8L8gMQd4nuACKn+oTobEKeHNPzKMMS/OO/9bGK/s0NPjNe"
    "ZH9d9A3PzfGK5H9/UZrNfH8vW0p/KwGD+eg87Lce5/cXy9ZzrfWLzLjBOyTZLyPl2fDqpN"
    "8lF6PuaW/cGw7iVkl+M36qj7qdfvJYh6+sTkh7lE6ZhpVpOPtQO4FZ7kwrsztmeK/wKLv1"
    "R1UwB890z5iCcEXjFkafiAho85ZEvwcJYwV2tNF6fBD8n7p48NzSO9vBxpU8qylofZVtEd"
    "7sI2ofcnhMhgecSXmrmid8NWwKzmkC9q1fAGRDVT9w74k8I2AbPkQVE9m7QExVTGQL1S+i"
    "30yltR0jU2xNsPUWN07qwvbo6RnBlLkethTd7oJv3m5Ly99w5E3Aoklm3OSznJ1kR08qxr"
    "Z0izqVuiGtCBQzU/FhKlJmX+FQVMx3JjPdaS05J0hVjq9scpYE9vZ8VauVAXvDe+0i2Osr"
    "a2b54u4BmlwhUV5+XWdhhtvMZogTXfIKiM17Flphswy360y3htE2RK+lDLdJjPoAnw3/N1"
    "2mysDHYGdsYFvBTgU7Fex8Dh8F30za8/F8b6+AVuYI7lb3vNPrH4vujNfsbAh/Do7JxIa/"
    "WXKH3JFvMsb/vesfLNIQeT9t2yGd1/B4aq3B8IMPZQrUw6j8xsIfUiXqxetU3EpiRGvsJM"
    "1RDytsJHCwG9M0N4s6kYck20Kt+9qOXKFbhXp2jXq6/GMtgD7d4Gt+Fv8stfDLr5wKwvEK"
    "1+hcYkx19MGhfwx9Zj50WaEb9J3FYcz7N79l4KLNPyIPK2Ht/g0iJZVg8mIJJo+6tciweh"
    "cddyHJPuXx7uC8k2Qj7FDHzN4B/TuFW5++GvPclpcvgg1vAWt//f6HLG9c20Z8CQWbAHWC"
    "XjRlAVyERGYQVzN08ODDh1JY7UMBVvuQxGr4UVXgsD98D7n77u3bEtyFUbnc5feS9ROYl1"
    "nJ8a/j4SAvGDMkSeIG0/DIfwkqMA3kdgFzkRkxsJCK/E8G+SdQAE7w4lUE//f/Ac/8ZZA="
)
