"""Incidents: tables, and the incident of each alert, which a job fills in for existing ones (decision 60)."""

from tortoise import BaseDBAsyncClient

RUN_IN_TRANSACTION = True
PHASE = "expand"
RELEASE = "0.1"


async def upgrade(db: BaseDBAsyncClient) -> str:
    return """
        CREATE TABLE "incidents" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "kind" VARCHAR(8) NOT NULL,
    "leak_id" UUID,
    "has_domain" BOOL,
    "state" VARCHAR(8) NOT NULL,
    "resolution" VARCHAR(16),
    "accepted_until" DATE,
    "assignee_id" UUID,
    "opened_at" TIMESTAMPTZ NOT NULL,
    "closed_at" TIMESTAMPTZ,
    "first_detected_at" TIMESTAMPTZ NOT NULL,
    "last_detected_at" TIMESTAMPTZ NOT NULL,
    "severity_score" SMALLINT NOT NULL,
    "worst" BIGINT NOT NULL,
    "detections" INT NOT NULL,
    "open_detections" INT NOT NULL,
    "people" INT NOT NULL,
    "sites" INT NOT NULL,
    "daily" INT[] NOT NULL,
    "daily_on" DATE NOT NULL
);
COMMENT ON COLUMN "incidents"."kind" IS 'DEVICE: device\nLEAK: leak';
COMMENT ON COLUMN "incidents"."leak_id" IS 'null for devices';
COMMENT ON COLUMN "incidents"."has_domain" IS 'Portals rather than Workforce; null for devices';
COMMENT ON COLUMN "incidents"."state" IS 'OPEN: open\nWAITING: waiting\nCLOSED: closed';
COMMENT ON COLUMN "incidents"."resolution" IS 'PASSWORD_RESET: password_reset\nACCOUNT_INACTIVE: account_inactive\nFALSE_POSITIVE: false_positive\nACCEPTED: accepted\nDUPLICATE: duplicate';
COMMENT ON COLUMN "incidents"."accepted_until" IS 'until when the risk is accepted, with that resolution';
COMMENT ON COLUMN "incidents"."assignee_id" IS 'the member who works on it';
COMMENT ON COLUMN "incidents"."first_detected_at" IS 'when the first of its alerts was raised';
COMMENT ON COLUMN "incidents"."last_detected_at" IS 'when the last of its alerts was raised';
COMMENT ON COLUMN "incidents"."severity_score" IS 'of its worst alert';
COMMENT ON COLUMN "incidents"."worst" IS 'score and number of its worst alert';
COMMENT ON COLUMN "incidents"."people" IS 'number of different email accounts';
COMMENT ON COLUMN "incidents"."sites" IS 'number of different hosts and apps';
COMMENT ON COLUMN "incidents"."daily" IS 'detections per day, backwards from daily_on';
COMMENT ON COLUMN "incidents"."daily_on" IS 'UTC day of the first number in daily';
COMMENT ON TABLE "incidents" IS 'All detections of one infected device, or else of one leak and list; the id is a digest of that group.';
        CREATE TABLE "incident_changes" (
    "id" BIGSERIAL NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "operation_id" UUID,
    "changed_at" TIMESTAMPTZ NOT NULL,
    "state" VARCHAR(8) NOT NULL,
    "was_state" VARCHAR(8) NOT NULL,
    "was_resolution" VARCHAR(16),
    "was_accepted_until" DATE,
    "was_assigned_to" UUID
);
CREATE INDEX "idx_incident_ch_account_04c49b" ON "incident_changes" ("account_id", "incident_id");
CREATE INDEX "idx_incident_ch_account_ea69e8" ON "incident_changes" ("account_id", "operation_id");
COMMENT ON COLUMN "incident_changes"."state" IS 'OPEN: open\nWAITING: waiting\nCLOSED: closed';
COMMENT ON COLUMN "incident_changes"."was_state" IS 'OPEN: open\nWAITING: waiting\nCLOSED: closed';
COMMENT ON COLUMN "incident_changes"."was_resolution" IS 'PASSWORD_RESET: password_reset\nACCOUNT_INACTIVE: account_inactive\nFALSE_POSITIVE: false_positive\nACCEPTED: accepted\nDUPLICATE: duplicate';
COMMENT ON TABLE "incident_changes" IS 'What an incident was before an operation, for undo and its history; without an operation, a new detection reopened it.';
        CREATE TABLE "incident_operations" (
    "id" UUID NOT NULL PRIMARY KEY,
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "state" VARCHAR(8),
    "resolution" VARCHAR(16),
    "accepted_until" DATE,
    "assignee_id" UUID,
    "updated" INT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "undone_at" TIMESTAMPTZ
);
CREATE INDEX "idx_incident_op_account_07c1e4" ON "incident_operations" ("account_id", "created_at");
COMMENT ON COLUMN "incident_operations"."state" IS 'null for assignments';
COMMENT ON COLUMN "incident_operations"."resolution" IS 'PASSWORD_RESET: password_reset\nACCOUNT_INACTIVE: account_inactive\nFALSE_POSITIVE: false_positive\nACCEPTED: accepted\nDUPLICATE: duplicate';
COMMENT ON TABLE "incident_operations" IS 'An assignment of incidents or a change of their state; it can be undone once.';
        ALTER TABLE "alerts" ADD "incident_id" UUID;
        COMMENT ON COLUMN alerts."incident_id" IS 'null until alerts.incidents.jobs has grouped older ones';
ALTER TABLE "incident_changes" DROP CONSTRAINT "incident_changes_pkey", ADD PRIMARY KEY ("account_id", "id");
ALTER TABLE "incident_operations" DROP CONSTRAINT "incident_operations_pkey", ADD PRIMARY KEY ("account_id", "id");
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_pkey", ADD PRIMARY KEY ("account_id", "id");
CREATE INDEX incidents_open ON incidents (account_id, severity_score DESC, last_detected_at DESC, id DESC) WHERE state <> 'closed';
CREATE INDEX incidents_recent ON incidents (account_id, last_detected_at DESC, id DESC) WHERE state <> 'closed';
CREATE INDEX incidents_closed ON incidents (account_id, severity_score DESC, last_detected_at DESC, id DESC) WHERE state = 'closed';
CREATE INDEX incidents_closed_recent ON incidents (account_id, last_detected_at DESC, id DESC) WHERE state = 'closed';
CREATE INDEX incidents_assigned ON incidents (account_id, assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX incidents_of_leaks ON incidents (account_id, leak_id) WHERE leak_id IS NOT NULL;
CREATE INDEX incidents_empty ON incidents (account_id) WHERE detections = 0;"""


async def downgrade(db: BaseDBAsyncClient) -> str:
    return """
        ALTER TABLE "alerts" DROP COLUMN "incident_id";
        DROP TABLE IF EXISTS "incidents";
        DROP TABLE IF EXISTS "incident_operations";
        DROP TABLE IF EXISTS "incident_changes";"""


MODELS_STATE = (
    "eJztfWtz2ziy6F9B6UsyVZpUYucx49y6VYqtZLRxLK/lTHbOeoumJcjiMQVqScoa7eO/n2"
    "4ApPg2Sb1AGVUzSUSiQbIbQL+7/92aOiNqe6++e9RtnZB/t5g5pfCP2PU2aZmz2eoqXvDN"
    "O5sPnMMIfsW883zXHPpwcWzaHoVLI+oNXWvmWw7DoR0yg7EOI4uJQ4YmI7ZzTyz2kZhkSq"
    "d3cG9izcjQYYwOfY/4EzolvkNgoDkcOnPmv8LnjJwhPMhi95ubcs6sf86p4Tv3FEYgIv7+"
    "D7hssRH9k3rBz9mDMbaoPYrhyRrhBPy64S9n/Nr3772zz3wkvu6dMXTs+ZStRs+W/sRh4f"
    "D53Bq9Qhi8d08ZdU2fjiJoZHPblugOLok3hgu+O6fhq45WF0Z0bM5tJEbr/43nbIg0IHcu"
    "NYcT27qf+K8eLP+VNaLMt+DlXe8VowvDGv1/+coRcMO46F8bg+61YbRSNMVXS9BEXgKc43"
    "qwmI8I/Pd/xbwrRPGrLXzA6W+dq5fH73/iqHE8/97lNzkaW//lgKZvClBOjBX26dS07DQB"
    "rumffjYBQoAEDeBV62A/uLBC/2rpBwgMULRbpF53/3aNM0897582Xrj4vXPFMf2t8zeO6u"
    "lS3jnvX3wJhjuwg8W+vjg973/i6F+he2y5nm/wXxVwHofSiK+BeNusgfcYkEZ7DbTPTM9b"
    "OO7ImJjepArqU4Aa/TXQb03Ne2rM3UonfAyoFtolB32uWLdNdj8HHKaRfjox3byjZgVzCD"
    "hvTc0/DZuye38CP38pIEGA8F9+SmBW3jjCO3EEcxnEeKQuSl4jw/TTmD4DTPnWlBYIMckJ"
    "EmgfyRleBf9oHhGKFn7vW3dw3fl2GVv9Z53rLt45iq384OrL9wkShZOQH73r3wj+JP/Tv+"
    "gm5dBw3PX/tPCdzLnvGMxZGOYoipPgcnApRvOR5SGS61A7AarprDKdLc+Yjk3A0aM1pAZl"
    "nHJpin9yHJuaLIeD5c2RIP0dTLItKSK8slt6f+r3z2Ok/tRLcqzv3z51r16+4TSGQZbPL/"
    "curpPCg8CiOCvXIkRqCk2HCnSILGWPDl3qw19mNi0sZrrLbFIUzZIkx9Kn3kGdgp9QSItS"
    "A2SLT72LztUf2XJeMD56uH3647rbyScNt4UJU1+SKPc9liNqZ8MnyAHfpwwxuEqMlj86gz"
    "chyC6J59MZeXn1+ZS8Pzr+pU1geXFb2btXRz8lzY05wuI9vvHPvx4dHR9/OHp9/P6Xd28/"
    "fHj3y2uYrcW/Ln3rQxG5e19wG8W2W+G+mlE2ghdcd2Olp1F6Z7VMIo4C4k9MnzCHDJ0RJa"
    "Bxk0A0Jkvql6PhfndfgPnqwmHuJFpMVFlMDO1DwwlozrXUgpwpNN1VpjtIlEKaZA76XYYm"
    "IsOrL54+MdkOBdXA7dRYORWwKdxjBnA/169Pk7xZNDEqEYPvo6HteNQYzWc2Lm8a4NalQz"
    "j51tg3FSfXCl8F2omFzw+msUvhy9lwmW1L7rL5lJOoB69psiFNkSpvrt25U+Amvpvfqiic"
    "9i6AV1xcnxAJf8POOr3zP07ICD5mecN+dLtf8eeC0gd7WVLR2KZVGrgYMDrPsC1GjTdVPC"
    "5pyB2SpyJdlPW6xJB4VBv9Rxr9tdA/tPyMQyof6cF4jerKqIbj0K8UxxACaGRXj2AABca0"
    "DbSMVEF5AkwjvvqBggZRN0fwyTlTViDqIrzVG/TJ8Zv3739+Q0x7NjF/PmoTxyV0OvNriT"
    "FHJcSYo1wx5igpxswAb9WWegCgLs6VXeRj888qqJbDNaKrnyagmvq1zIRxyA1YB5sUlNYE"
    "8yBGlo8fItHNeOHOHD4sTHdkxO4kQ4iGtmlNvQzrh4T+/PWK2twqmEF7GeDfxZlOcaLm0n"
    "51tSVsX3E/S5gHsCaqvoUTHSqqgBMaeAwYvvNA2Zro6jN6DXNd41SHhDDcn86Rk7dj47cS"
    "waz5GEVsOfDH03jFlJxeMFkjXTnZOJ0eTRM4nZoMPnMkp0PgFApyUpZC/BTnLRmcKKWzlx"
    "DkhUdm1tCfuzDCpT9ThjrS6COxfI98vzonlsf/OWf3c+rxwD1ijbLyltabTGcsNTRjSaad"
    "GdWoEIfaJDXUOBFqITmqbDOfsgzZuCjyJQJUM85lR8hs/aB3l+VU6z2EsWjVpA41GqGaRM"
    "ks2GWlQysCslv+oeR5VUHPS0uYcTqkiRBIjylvar4I2VTUp4RHuOyai1DQiS47+HL4Xio8"
    "1aedwWnnrNv6b4G4XlEO7aB7+hso0JeOZ8nvScmj6UGFcmnE5T2TACUF1GB+Mp9hjvtiYg"
    "0nxOSCJo+KvKOUEW45oCNi3jlzP5IHD6Iof7KXllU3NO8Nu2GD4QQGEofZyxMu2rrOAga4"
    "FMRfE4DZiCxcywe+TO6WZPBXEIEZub0VOBlZIKvDRC7liHHc5e1tnjD894TIFCyKf6wjJR"
    "fFQmeecxmxz3LFKrvLdhnMrKXknUrJ6rDwg0CnJ+KRsmw6BedEFKpWpsSulA42R2snccZY"
    "NIWIxAk8hmW0PaUjD2Puw4Iaah0tKzL5jl1HOYmA6ZBq1RSTtWTpzYl/PTbk9qgsqS+8Vy"
    "jsWXJUWROkbZMRiLPcNubh3nQYBRFpDFdA9hKJIMIdD/DBfZuaD1y0si3P/8i3szVC26JJ"
    "hEglNjns6nvXmc8yjJU7eSzKh9cTTMiCfTRFpIi7KBBSKUSSKa5h+B+ER/JSCobeqwCNxp"
    "3jPDxQOsM8mKiY+BNKm/hsHvMLQuYEJMzwXIP3AFn0hkW+0fLa/N2dGYVfC8uf8OGM/unz"
    "j+NvZnnshf+K9HwuBsNhODaxyBRMJ1DiwcafwPO4gIvSrnjdF/VFYXyH8Lssyp8VEdufi1"
    "WYPwn/eKutv1oQe4C3T6OzXIB5AKtyfZ7WWff33mn3RJ4qN+y82/l6ws/XkoLXNuPG8TUq"
    "rucIyBqLeUdZpghCxsDb5Jm+tiG+wsoGtmKMHOR5GUpGUYpLHLBe+sqO8HvpuD7MQ+BNgG"
    "UhY2Xkh+M+AMqH9CPZOPo3mOmSE8lc7uTZQ1RzDer0L7sXJ1wKumE/Or3r3sWXE7IwLR+w"
    "f8NOz/uD7tmJlKoUOIxgKwGCAyNrHbLEZ1C4llXrsjMY/OhfnRlXXRhyQsKEYPgE6t+wzu"
    "lp//vFtdG76Jxe934H/hHKEQzkVOsROMnnzvmga1z2Bz0xgr+YtDvjfZije3mNJA6KJtyw"
    "s++X571TUP2AIQW5c3VI/+Z9Cdq/SaqWK+LjrUQOjXxHAz4yqywoavy5ElYCskjpV2cN8N"
    "ddaTOu5T1wDUt+TjvQXEBZiS/stY5Q1PuTqPc8655RWlWyjYOpLw0glkVAIa84DPvtAZQw"
    "VEd3KRfgeVzL5R4D1B535QxbscAKzlTrxFVEAbXxUmUai9LIwu5Ui9aZEzRnY7dC1sU/RF"
    "riAmPfwkS1wCotWh7SyuDFm9dYGFnwTVwXEQOtXhboPsTaVv7S8IaOm6F7DqambRc4H5PQ"
    "SrsgJdlByAqcj5UcjcdHH96HrkX8UeRMHHzrnJ+nVXz+7Goe3hBEadzyFcC9DCtH7zrI3r"
    "FXd+WqSRMnlzJxIJXJUzVc5+jN2w9vfzl+/zZEenilCNdpvKKCYNRCbgakxnAGhmfUmdkZ"
    "J3cuYlcAKuMzEi8yssZj6lLmi+CQwOxU0nS7aXx7lgzmL4nucHzjsD0BWcPjR7o5m+0J27"
    "y6URrbHdc1c9IwQogEvjFqQCGER2IDZoD4kblskyCKxCNj15mKyk7GBuxrgNa//yMLsUaW"
    "XTvfqhmFWdOeuSs0f78+RdwGYWdCK5SL3WIkXCybsF8qFkV0yut4tgpiieSIdpmIIlkWtG"
    "Rg0Q+0EJuMBNBcx7qjYyEjov/H5Vmpbe6Km7ORw88ZFBgnsE8dd/mRm5pl7HdkvEkYXayi"
    "h4hLhQ0SYNOBRvt5jf1F4/y7tVojiSiPkI4YtA6/6Z8zrPLFRSs5kVwlcvkHO7vFBwO9+Q"
    "9+huQ+JETQuk/RYfQ6jF59UX4zzpfozqyA1QSYRmta81ydRRXwmoRT3oe469zo2hXGN15Y"
    "vEELt3mGYR2LpFgsEsiuxlpUiU2gKbNZyqwfKZaeRUeLNSlaDOlXP2IsG7oRUWOb4I8ZIW"
    "AcIyKeC0Y7VWS4DFAtxilnoOoHknarwEa1GtQuZaYKxfeyKXCMiJWCGWLcaRmk0GH+mUmE"
    "0Crth5YrssmwohYZmozcUW41YjAAjvSMTLdNzo52pX6QK8aZH59FmJ68aEYdpo+ZaHIK7J"
    "4eIJdny62qH6wQdXurpskqUs9nZ7YkZVPUdOEybUvKQ7IuybCtkgz7U4J3nY22YlNlPb06"
    "70ZrUjrvRplj7fkm0eyax85G/ItTGM11QkYgVA4C2lsImy75WWfJNs6lIHTZGlSOAeoEJN"
    "VorIhZidfFbOUVzCw2HwmTRUmL0crS0iZiDfEQPimVtXncJDfvzGZtXtUS34c80CW3ocge"
    "4y9hVuCy5Gb++rX54finrJLuW3kOmnpub2HU7S2m9qIBB35g2aVIESUsMjR25u4rcnsbVJ"
    "iD8SJwTgDJ5Bm094TFOQOLEEivIph06Eynlu+1RZHPGxaxWvCXxA3rkZFDmOPDA23bWWAZ"
    "Jk6xQfjcn/A1RPkJA79RvPkDSHoiVRmNVeI2Xnfp1HnEXGXPEaYyk8iaEDdMVJxjmLZC/L"
    "mLhZmY78CIsEIEVmPapTksafQCWqSKihbYyKKn3jYju8Iyg1t7QrCADY6BbT0lVK44erf3"
    "HNFQJ4dWW3uq3CMbfJw2nmrjaaOl5Cp1v2hGpkFRxwcJoHa3h00gcVu9Hg685C2v8ChyDU"
    "CF4SU+sNS55VdOOd5TqVvXZJ45zA2iLCJSGrYWqXZkgw3FNJF5I1MEgoUWyL0iTcCxkZTD"
    "ues5brWsqF3ntEZkwyrqdhSuOSaVllQFnnU6v4UhZGbWVi2q7heBqlfarxaJwys75mWbq9"
    "cHeFvFIFbD9wpOY7wCxmMKTlmxNwakvRmZGOU/UzjN7y2eAFPYv1reqxFvI/7uuIRbE0bl"
    "txLHe3FkZ1kFyq7iLFi9mFMHsmlbZlaj2SfO4xBMH8cVjuO91WpukO5cxbPsZgQ7XNM/89"
    "zKblaEQyPP3iIZXDa0D5drcMJmmx6C4ZHVfIrWiEQhbCerClM+qoPxGtfVcY1etwqolsM1"
    "pqtjOnChZPC/goIpMagdFk2J2ufnlu1bzHuFz9uHKR7xmyqREvNIVTmXE3Aqp9opu5ZDR5"
    "1HTTtTwy4wzGcA1zTSN+dE2ZaNPuExrUeHEFZpMrTubAvLv+Ck0mLPIx3CzqPOghG5qdWm"
    "FcdvilT56nwK8CDOrLhGf3xUQqE/PsrV5/FW0n31fIqnVg0O3USx1BBD2AdNOlviGP7LoH"
    "/xBHYjsElnhjX0yX/IrmUcfOw+ZBzEVTGbTnLkxImDEyTZ9NQcTiyWsfbzKRMBWYsgzWHN"
    "W8G8qNTuUZpTwu+pGu8BZHM8fM8moDZVt70OlWOAmshKE9nDyDT42Gp1ZSMwu5McXm9XbN"
    "hcWWSXPlrOHC37mO1ezUidCay8s6UVhmXzOBX8FXxImFQYKwhgO/fW+tVlKxi4n0lCmiJd"
    "nTCtYmzZdkVsJ8Cage3gpWVvMh7+A+jGxAPMZfDm06npLnlsPkZ57ZYQLuUpJbUy3JKwjU"
    "l/AgaFoXM8Kos5ons3YBeEz+lG8N84Jh9G/Rh3S0OSNTPBvVzsUHoW7bqu4LoGlNTrhhYD"
    "bM5uDBsgzajrOeyFRzC5QARLioQpEfr6LHfmvivw7rLYh2jxKZPSwnJUr/7XuRN1o+5dZz"
    "6D1SDCnB22/Q7VKuWP5hfNj95uP5lLWq1c/jVK5FguJkin5EL804XqQ4H/RViwPp1HusnJ"
    "lawTtrGq84W5daEquLN0Ol3XHu/puvYqmdaaVYD9MBFbx6K1IUPWYSJUVF6unDYTBduh7r"
    "Wn8JLNqV6It1p5M3FAjfJqKNe1lDd5fiiltKAYwqXmHK1F3m+XUFvE0Ap6y6pz4KoOzIuw"
    "tzJoAOjOb0sNBJUD3uouqM3CHDKDLyOioyNXJbI1mM0/pliXiagwfqBA8eqYYkK8HdbAeS"
    "lrKnuv4BB6eKB0Bi9uhOrOEivY5Gg5SS0DNHBD5Fbhr0hiZixnEL4tVSRGqxZatWg0u6sg"
    "sMV3SQUJIg6oJYhKuc6NySw/BGQ3KrG88QhHhppCdVEj3KzEDuV74DJZgCZSvm9B0W67mW"
    "oZWRWIw7qKJaOaVgCHFAy9VlSTSprGhePnO0f4zRI6BnP8so6RjgyjAUkfoYh5J1vx8pmy"
    "amYWjlfSfRE1zemWJ7pqn9YFtDVc95A5GHT6cC6ncZmfPRyMP4gMvF1nDetOArVI0bSALT"
    "qy6lE5BtiY4L1nQ2OVVJ3C7pSJEe2nlZ7KfSlhbVnoshDxvYT/h5X1yZTHbXHlo3wfynVm"
    "U1Jr0pqS1pRSYr3WlLRgvzvFMyd9o1x/wty0DaUE/dZVt3N2ws/4G/b9QvyaM/Eb5O9B90"
    "R0Ir5hV93+ZffiRLYjvmGdwaD3BX6L2JFyxuWt9pR8hsmHPFRBEIIMMRHuI5+Q+A4QsQph"
    "NnQA6c55unOeAod8I3Qh3Tnv8Gmskr4btFtr5am7g0jblae03aBzRuU4wkRDuROCio1MWe"
    "LczAqaOxDQGkUnOgb6HKqzbdH3ziEjB3RNDhiG7QlgmZQVVUJzAg13+h6oYMOjl1yfDmJt"
    "MwvQ2c7wQUY1wnDZMC+r4x7IXVxqC4SACc/zBE19PiO84Z2Mp4TrN2xqefghzPEngAhQ/3"
    "FWUCNJZ9XZb2HB4YG+VNT8+XRzAbNOu7wn4yZL2glytXjV9MhKWj1/Ev7xtmHaOy89JBZY"
    "Gu1FoacJQJVFPi5m4/sGO2mueDMnkzFY1MPsUqr5JImB7Zcgr9NEWEWFh+QIX1iesirTRI"
    "EUuR0qpeFbC5Y0Be60Ltk2ZMkJnm2IrOiaOyQC3cSNIiQeB1nsilQq756x7TgVGUwIohyB"
    "QrJIYgRpK48gi+KWQenI+yirMphsOHFcrNfwSAmFhyvNeThXX6eXYM4EKjcUXEwwsDbWKh"
    "AJJe1vWGeB0cWqmbdyfQRV0kx/F1uglaeYBvdL6KVyN5VUS3/w7uFBxQwslRNUzZC7NNJj"
    "nMlNCccpZqIFflSh/HBtUsJa/kfRuhwXgYmB2Wk9dFcPXisFTh5UQoMTOi9/aFSvgz3mLl"
    "+JF6yj2G27I7lOmtNJc402ZetA2f0h9Pl0r5Zqg/oKtXjDWv6wGORu/GG7PNib7irRuag6"
    "F/V5IPyZxKnsnFnrXj3b7NWj25E8C9ar25E8AyI3qB2J4rF6iphRz3jJm6dqhWWMaheZVE"
    "UhHWMDhcOImCpWzytRyQvv+/A/5VbN29voa97eEuvpsmEbeYiSRcMkIaywNlh7pe3oMmEK"
    "GSq0xXOnMn9sX5TFaQxIo1SXAdNVqbZiXtZVqbRku75k24XD2u4INpgl08buF0qzFEca0X"
    "iMEknajHAwAsoV+p+lS14sYhT8YNwJX9i3t5hKCTIkl0R/OO7D2HGHQbu+lzCvdc/Izfz1"
    "a/PD8U8ZCdzbepKMPS+WVQO5mEu7gaTfRhmZx6GHt5MSc7oAL7KBWNz7jhLLkyIzR+Z6wr"
    "HOBt+skKGF451KcmIHpPCJ2cvZ+AwBlE5YFqfkA12WExziGcdH796WyDmGUblZx/xeSmS2"
    "rcesKIEnROYAqp7IvLtARx4xHMlTwtwoDNR8DNKNQb6zsaTIA3MW6yccb1DAxkx1+FSfDs"
    "PKLCUlwgxIZXswR4K/kcHiq5OVRLv7pGVlfAi7yn2AtwmQj1G/nhTcgt0RZNZVIMkheRt0"
    "DvvBklkRJXFgPtLR7xZdtDI0xNXNQvXQw2HGI4wrXcAL9TAsRAzPGxGEFCoZRmkDlGULJU"
    "pk7qKeIxZ2hiNjvalKaEORMj84Jf7NsaT1I4VEd60f6WpZzUVncK6ktc2na2UFsEornj/6"
    "V18/969OuydkERjdbthl/+q6cz44ITPH9U27rMQd00rfvC+hlL5J8vaVToq34sTgf2cSI3"
    "thB+NVJkB563cMue9fl0Du+9e5yMVbceTynKc0dvMrPocAKqOXpwPwNyUCv2EuMWxOEE2+"
    "X523Q1WGm3p5VIVrLkQYia4VvX8aar1jx3qHjIlrZakdwb1irSMaVVfKH+UMh3PXxQSjWL"
    "t3i6G6QM0H1BYAUqw0MgN9gV/FzYp3yMi6RwNFKY/Utp61R79QNOENXzaUAG1qiNdNKUWx"
    "HNUIjG4fr4O3tP6l01VVQWjsOCuHzwiIRmcq4cWumqIVAdHozEKn5LAZrIyZ7rIAqSvApL"
    "N0KXvNHQ5SP6EqExW+QRf61LvoXP2RrQ0F46ME+PTHdbeTypCjrIYyFAHTmpDWhHLq+MxH"
    "ln86wb7LWVV8VnfbhTV8cJwxxIEV8kwoqArcW8IBA7MFn4vYzv3HQLvAsAWsr0pHMmAh1D"
    "jgjXiRrewUkw3OXzq7ZFU/FR/zapMlUxvlyqlfIrW1Ku77wiPWCL1nIlRRElCUwHNc74Ug"
    "7NpGrDUcPAdeaSRalRBWe0kb+V4KjNSRUJoinNSjw44kFZUY2SUetnkV6WIDSrCzmRxbga"
    "MFBIqyHRG0bXrEm1jATkZY5ZvnIC49YELEo+4jdbMZWP3pVOBX4eFclmWFAA3kWnsONDhs"
    "PqSk1fE5sR5Ts50cttOXwmj3kWbnOcUHFLKdQLA1KI4tyXb6DD29jGZIx6Gmgz0nsP0E+m"
    "ZibS5AsnbhYTAz8ZwpFV0m5ESLiQOqkIWhH7Do8HFpJrXLhyNLu70dUd+07NtbwrDwD4Fh"
    "mLUEbG/oUr9NGFZQZfFcLGSW8FoeqHEEuWrIBrGPJuc5MmHK8Wi8uQiOUoKVNkr1O7govg"
    "f47jT+84NygvEqR43UDMp5W6b139v83n9vU83/JtzGUivaIwGqS0OqZuNMd9TIaguQH38V"
    "hVF5M0WbaAAPA1XMp9MXvBGTi6yMuKYIgZB8cG1BaithV4K1punzl0H/IkeIDSGSe88a+u"
    "Q/JAgP3QaVogxnbtmAeO8VPnYfvAUxVEyOJOYTGwwnSJJDFZVuG2EkrcC2EsQGSTFs7DpT"
    "8oao3d3EM+2Kyl4AobiqdweiPEjTcI55DjPtiO9WGa0vSoeM9yxPkgxgxanzQJd0FETmgZ"
    "oSMEcRzhuexGqSChQ9y5l79UiVBm4YqfCEC74CVcePhE5n/jI4/HidVWVpd9DWrTSlLE+b"
    "unKCpulwjqWWc01d8QHtwvBpObSSqQtL7TDfXWZ48lOGIaAUFr5Z2YayK/fUny4oz8MtQS"
    "mrUeiueRmYg/hPLB3JbVBoa7gzPQyKHoOW4KEXJ2j25sJpblOft+Cblg2PXjXdKQqCjsMk"
    "9Oc1Q6DxzMh9VGASiT5yZ/HW2lJW6ejS+a4qIFmBfNeDbDegjbnamKvc+m2cNVc62KoYcy"
    "Mgu9tLrYr8k1tyh7ZFefAhoz5mjJPIq6tntuVnPUjsLGPL5VMjDqUuQTayu7S1XFvLGx0A"
    "lbKXrwKkteVcAfJoy7nK1Eka+SQ7b5MVE9RGdOWppo3ozaGUNqLnpinkV8QvVQy/Yhl84l"
    "NmMh8t2kNnOjPZ0sCn8pZJxKOi5bzj3pvM+hcPs/R4kGNWpcM1ZtKRjw215+Yby56uDdcE"
    "wxnIqGe933tn3zvnJ8BIRjesf/Wlc9H7n851r39xguu5pDwdM6wdl7CrHeea1Y6TVrXofq"
    "ui4yfhalGiOUbgraj5lmdMx6bhgqJoubRGe6Uk9A7bLIVXGttnCfB3N7cfQGj1sGX13KUG"
    "cCFASQ1CFEykNk3CSv6Yr4BLCcWsqbkk8mMo4U2QTZsX8QJJbGZ63sJxR+sbLDdISl3Ur9"
    "aZ1gTHQAXROiL0Umx9gEmsGV6ETxL489crKtJ/MkgvxeZv4UTNJf3qquS4/92qDjKzvtJl"
    "K0sFEXeKNZCZZYDGVz5mZ2Wr7Fz2sAFMm8gtjVlTDgtbMKA5xvvI1Qau0g9+6/x89O59cN"
    "s12ciZwunm8kYmnu+4WZU/dvJErdE0VKNRP0JFkQSjJgSoKHqar4lOXQN8izXAvaEzoxkS"
    "R8d1zTwfVAiSwPCuHbb4vH0ct6gp//0fJS3a+es0155dc6Xut75tfJ2W6U73Pr853ftUb7"
    "qJlRXPkY/cYLzKh0ALZSpe02YI3wFiI++NAxKZaDPMW6At4EVByR0698zCuGirpE8nEdlW"
    "JrAtP64tZYDTuuuh6q6xxpt/ziyYrgaZ45CNaYD3LKnMexWC/FlnOydhNaVVprRLH52HWn"
    "SOQ2oqq0xlb+6JIq11SiQnYBtDafQJYDMPwCMapXiNI9H0lo4+kjnzsSE9k+IUEH9sudPy"
    "wlTTl4cisR5d7Hh9apvWtJVha43cbRfZW3nfbGOIAytUouSlR0Raomi8vQp6E01fzKHreB"
    "4xbTswl2b0t1xrpjVspOKbZa/wsipQDOjgVMwNdkDPt46qbMlrhl00dfTEkZvG7Gc4vq17"
    "9pUuU+E02f6u73KaRmI05eiCy665CI+A6HJysI87JkJztHcGp52zrsj83f1RHnEyZhzlcR"
    "dk/lGe8HlWaFW8guRNvEIXl+jsh74ryyWuY9OCHsXV5ijKOef3cRnqNsTKHDxFxzoSNZuT"
    "Ph3GF8AqbVjs/7joXp0IcfeGdS46538Mrk9gjZv20vNv2O+97g8cgA26y3a9jLPfMqmy+Z"
    "myqURZbVGsswUaoXzE0mSV9zarQtoDcTc3XkiNcPg15dRIOkMzl+mTsmp8n2aLq8mFqxWA"
    "ZioAfUavgZ9eOw80s7tI7H6hEuAwkKphKIjWMLa0IuABcm36M6CHcECRb8Momc1d2OJUSv"
    "FopUFn1HL9OLqdPPJpI1GsqlT0IBcvoctIHZ6+osWmLYhNwX5JYbScHhgBV1oV/L171fv8"
    "h9H91umdg8JHXWu8NLhp+IZddRHqsjMY/OhfnZ2g94T6RpAuccO+db70To3z3sXXEzI176"
    "2hYVvs4YYNuhdnxnn/S+/COO2fdU+IR9nIsJ17iwGGRhQg+xe96/5V8NipwyzeyGNaOqE8"
    "rm6+eV9C33yTVG1WCife0vFaO4zXUsVjsaVdxWuOyKYqluw/hmUTfKfO6t6gL0ObVJ6ZSU"
    "WhIC01NayDoHLN+CwdmtUc+iprw1OFqAfkaVbSfKeopenMmeZ0Y5d32kXWpREfU9qqJEtE"
    "EAEWr2P+MVBj6Ig4sFBQ8LM8oVJZcA1LZskkevISZoa1RW7mr1+bH45/yjInbfVZJUqki+"
    "dqn7U6R1hb24B2awMahSdIaSNACKG0ftr5GZ5IbbRQT+tppGVq9sCoAo00VbdH4M7w/6xU"
    "mTcOpTTW0SoQ1LbhLTLQJCBL9V3/7ZrncbmqdrsL0WyIjh71aBQBVp9UES9MQ6hkefUL/u"
    "ynwE/ApJtccykQu6rjPAqpdlUlxbAeIK6G0SMBqg0fKhs+hhM6rJeTFofUVFaZylPLw+AJ"
    "A/7IKklfTOgUcGNoLbLS4nIF1/NXirxU/tGBxCs2E/m164sfTVsj2l91sGRWJP9Q2AtzEx"
    "Cjt9tP2xQrpyDy8cRh6e1fPQlxjbnWSEPcv7lEoZiJDZpItNVvD1a/ijiNAWmUpnpxOI+1"
    "eHcMULNuzbqzWfdXuvzNsUecXaUY9+pmIdt+oEtjwseVdge6c8aAugRW6RBDvdDthuI81n"
    "uFf5g++uUmpvcR//ZMuOg5BItPL8mYLrA1ssNGGSx8YzNj1+UBaMJTk8ean4jocmzBjE2X"
    "QS4WrsKFa/k+qCJ3SzL46zmmu97e4pNeuZR30nLc5e2tLuTaZP/gxMmKZs032QfjVbbSb+"
    "SU3YYZXu7aKpJwBOQgUL7t+OxZ1nGS27hwlnmcKNWzsDxmRS/CozdvP7z95fj927AFYXil"
    "qPNg2pQeFCePozK/L2cwfvddOWtY2PAjvSCtKnhz9dpxDueum9mRNp8MEZBmUSIlxsyxcC"
    "nmyi34BewjvH4vtC11TaWsTtm0FZhWYbQKk6PCwDuxnD4T4b1iBQZHVek1gdswsiPJ2LJh"
    "GJ8GVQFT9ij8yA9Pz4clibuTb1v0Utg2QSkxU3/Z0Mwq6S/7rTO/DctmC+nFEcjmWOuoTb"
    "z5cEJ4spJpw72fj8qdwwnLZ6lspYJkpSfrrh10e9CwwLcJ69oBAgUbCLeILPX9L7p+ANK2"
    "erfy7Zy9UZ5Omw2BVVaCWhegBQIgKM83rHN63fu9e0LgqLUe6Q3rn5+dEMceYfrsde+qy/"
    "Nm/aCdna6jpMWYXUTNmOy+ZtRMFLI5ZBahFKBM3Dv+SqhY+4xsBOUVEWA/mf5wkiW9ihuF"
    "ousdDqGl5VY+XETKIGP8uBILZXdz23yghDs5RXrM7e0I68iY/qr/cjwt5u2rXzOTcLb0JJ"
    "Rrr3mDdmHeDypKEnP0aHkgrhLbGT5g72h05MN+vAMBliwc9wHbRHOlmdesXg3gv29vw5oy"
    "IEkHk2Pvy6npPiAYvlx9qVoEsEuR2hLqPDbRzI0c+HsLsdbiRwJKmKlsoli1GmFk95cGPA"
    "JWzM4q1Xyy7nMth2UNh1IcVzc4QVgNfz06Oj7+cPT6+P0v795++PDul9eh+TB9q8iO+Kn3"
    "BU2JsYMusC3mC+5yFaQokIv+FYC23WbYboHLub7hjMdeVkJG0bpOQqqM3pWKptY6j1RZYK"
    "NaVIjDaRqsQ4ME96h4yidha9FiR2HDyIb5i3LHhnh1i4aVZqZcmAIefo+pzWUbgu2FZrbF"
    "sroL5tIpHL+7rfK6IaxAhI9XQWYEQqMziU7Tpq5fBZsrAGWR2WJ0QcR74lkByPNKW6U2Lb"
    "hgZA08sAqGYzDKInlvK9Y3bTujnFq+BzkE2L3/OKtdKz62alBVy3uwZiI6zqX/S/mMHiqs"
    "oMR6DlPTiywNBFVNcxGwxmQ4PU/ra2izqSaExuEUFkCVNDqk8c9NYpUN4Engxuw1dByiZo"
    "DGlzvToy88MkQr4vMwgseEC2fuDqkBynVFm0gMTuEN2BI2g8Aky53DY9eZSscxXkPnpLRe"
    "D03gstKuC2vE8j1qj1XWCvF7KqbfREB08k1xtbvAIh9HbeVqd+fUfPgsp2omWp+seBdZVC"
    "pVvEPMtzL8bPx6u8jNxn01ZZ1sQ+AjtnM/p4Qy312u2p4R8Z5BfNdv5iMlPfKJUkYuF4yO"
    "ZPIE4S9QrtTdlh61O0eXToJR5eRrF7mfDi+ED1eqxzc4kYXRK4frvX5dJl7v9ev8gD28lz"
    "BGWH4Wl8nPNwoBVA78UjbhaOeZ96opmtuvTvhgZakT5aIaA1iV13brtP/tU/+8h40gh870"
    "zkH7H7DP627nvHuF7TxO4KChaD7GVh437Lrz6bxrnH3/dgnLAd/VGM2nsxv2rfc3DHqcWn"
    "/WC3ncfK6Y4GPGKDMuFc0B2VskAVZkCGjejinAMerwSW/IaFQrnDAK15xgwmdptQQRum5F"
    "vQSoJrTShJ4tsAtTZtPKIuNYDOxgvG87tmxFX7aCcJwA250Y0dqDfrcdARlVwqFtel5WvE"
    "m+jzQJp4arFJ+3D9V7K+7QJhbQPYSqxWPzzrWGHDGV0R6H1ZWLq2Heo8yzMFusOuJjoBrv"
    "1fAeycOrhvUIoMZ5xbU+M6dGwB8rrvUoqMZ7NbxPTXthujVOmAigxnnFtb4yj9VY7XFgjf"
    "uKuJ/fhS9ojF1ah7dmTaHpUIEOsHYdY2b6GdkX+cptDOgQnBG71m1BOkFffi3TXRK2OdFu"
    "vNw/kWnfnqyeLxz7GD0wcs3F+vG/jTPumT586928qoEpAaZ3YbldWCHzPh5/lWGD+iTBPn"
    "+9oraZQ4nDjb1KnGgj0LeGWfk3VdF0Jac6JFRtO7iML62cALNg2RUHmRnhIn860qzPZAQr"
    "r7KA0JFKYRjeMvit8/PRu/dBFUeeiMprBWK9Y34J3zMdV7bJiTNrG9gy4E6WltKdUhsRBH"
    "bIxcM2og9sqS5YdvBdvkyy2eA7dfG9FZ3As/6VpQEXJT9ICF2EYB0Hb36UWDbWmxAZVjMK"
    "b/NxXCPLtKUoV9p/uwJRw3VbJ8tVWdftMyj1ePX94qJ38eUk6Mhxw85AdT/hhbTg398vz3"
    "unoPjDhfnM5i5RXvjxqnN6LUs/CvvKDfuti5UhJ8Eqrbibfi2xmX7N3Uu/JrcSL/9Ty2IU"
    "h9SxXkqbg8YWs7xJLTonQBtjGHyWdK5qc2+AuR0rerp0ld+6ML02Me88+AaffuQT8qYByF"
    "1GpjsiFpvNSxY72rU0jm2lqkgtwfi1RJadkWm5IpLlcQYnE/impvdAR8QzpzO7rNi+axHm"
    "n3PTNRmIZllxIbnKUgJK2XDYlqiKgkTwQRTBGquiNii6SR7orFpxsI2VqomgzwhVuvKqai"
    "a4sjRQPCR5hczqBRPSsA0omhAplMAckrFBgr3RFhV9fc6H8KLvOHCmsbJZlvupqIfW92oG"
    "5giIrp1QXDshsPjHUVurdkJzUfpk3YTIgorVTbgCOfeqd3pdVDghkrW3qgle3wUY1h4/EF"
    "QnlHh5ZK2Ho7+u2OlAzHhICNu2s7Q/QzSJt830mK4GtJ90mzrB2PItaIWBCX6DdsQIgHtz"
    "YFWgGJlwT/bxOcFa8HjKoXuTy+k+2rNAoRpb9zDcC+JosKUsAVZOR5lNabf1LF2nQ7too0"
    "f/wefaSwtxaB++Yd2rzqB7wvcUtyAPup3zE7mr6tiLN9w4aG9iZXOMhk+u9wjjnt+h1mEg"
    "cTPzUQpCEdKwNUMSdlis3ByNOEPwHbHA27J9iS8bfqIzZW3z0Pb6mdFZ9mGU5yAR4w8gS3"
    "c7ff3ilXCrWRwCCG3tqWce8B3fzKiJWoTyEETjvB7OuXiaGZBdWG8hAqUs5luiBZYXlBrl"
    "Bzr2oLAdB03//sR15vcTlQ1mUoupUog+CqIuaSbOAtQhX+had/QeNLaA/5JVs4LdG/+lGl"
    "jFHxYB0VE8G3eBCaODk9GWK9+BHIVRWdNSNkBTd2KtRYqmBWboAJzDpXOF7K9tG6HDLKcc"
    "G3Q0C+oJE3Qs96qMBXrsuFPq8lSZaKaN8LDyfmTUhRcnQHaHmMxBU2yWdbnWPOpZjg+vxn"
    "Bdc8Hm6grnW4q1u1u7u1V1d++5TUCGWzeDO2Q7f/N5RDT2KuZ/LsMqJMCqn/YLj4zoEJ4i"
    "4m/MqbAg3GOdfx6cg0n9bR6NQ4TBm3iOjGAjNiwllzxSF9tD8y4n/Ly3/CzusqtH740hxT"
    "ppRzpX8Hh93Uu7qWbEfNYnCFuJACGI+kl+7WBPxDepypZEKfmkKJLfzTYEUJ8e+7EVrto4"
    "lhWnVxAHYZaKi9THRyUk6uOjXIEabyWcm3U80Ot6nlVD8h6cytr8V4cajTAL6U52u1JPdS"
    "e7siqqop3svpmW3cpQSvn1dpEaOoURZdVORigOR++nwyiZgdbmsI9cMfOxS+bUXBLAoA/4"
    "I7bFHkQ/aZQ6QQoFnc/iMUqC67X5PYHAkcgPgR8WaIKZIbM7fXRFHTHCSNbRDvG4i8xqDn"
    "mTCLnYNvQMHaarZJhunNZlqRCHUj40tBVmGs+oM8NE5IlDJtJKJL+lnHK0mdjRuUfdihiP"
    "gKiPbtT58YURzx4V56dsAApHIUZ3c7PAnMlyvXeUn5zEn7sMx5XsbLwZYhx8oPrv3ave5z"
    "+M7rdO7/yE8G4bS4PT5IYNel8ujO+XBorRxteL/o+LYBx2YTXmMwOzwA1eci+AwcD2a+Oy"
    "Mxj86F+diQB335iZnrdw3NENC+4YF93uGRZQCW4ZjNIRjY4AMl18iQ0ZTkx2j2O+db70To"
    "3z3sXXE2Cx99bQwCVyw877X3oXxmn/rHtCbOfewo5GIwrjP3fk1enYjFzrXmCPuzNxmTLE"
    "/UjcOesNIrdGlifvXXVP+4CzP/h0A+P0qtuRdWCGDmBvySf3DMkXE+ON74PUWAP2AowbdA"
    "eDXv/CGFz3z7sXgGHBRg3Pd2zKbljn9LT//eLaOOued/kDg1NWyguIt6vri+6V0bkUJWtg"
    "NkSd68M6M0DQ4sVrYMrMkQa8Z7f3u8B2CsSAN6YgiMBTsFfg9cC46vT4p4g4MwO2nRfeBd"
    "x96WKXQX7TEKX1btinzunXz73zc0PU10EBE6RW2xCFdoK7g8RtL3EfEXR5iY8OJwAUzWb4"
    "9LM+rE7+Kbh8vvUAo1jYR3TCNITB35hagFhR5oePPu/jq8oxtoNvKvfEt/5F77p/1T1L7I"
    "6pw9CED1KPXPO9i9971xLhFnu0fInnb10sq71ax1M6vQPErlYxrLOr7l+/966637pA29hq"
    "dOk/55ZLpyBCxFdmFCK+SqMgqxXbuewZX7t/rJaqObOMB7pcrVE5YmAMvg8uuxdnkUFYNN"
    "2b8SSu1Nr/vd87y1j6j47FR3/6fv4VX/AUMPz9Ckk6tx/wvYaA5blLUyNW358Yufr+JMTq"
    "+5Mgq+8ffL+87MOqRLzxZenNZzMHFiaiSxZ93L+dDpBozSya1bQtP0gvBqQym1E2Sm8Kxy"
    "yorpnyVj7e41AqI55LW9/E6/7cO0MxC2vfLgPNcklM36fTmU9eXn0+Je+Oj8SiVY9SMi2q"
    "CpkiICrTSNnNgYYL5CV1fAhpWKWz2LQrQbsS9uxK8HC71CjXuALTEcQq03cMukK9OPEooK"
    "ax6jSeZzVlyxdSIiAqF2tEOdKjLoiML7AXjzcDIlJRBtCZ+ySSBK6O+KhI/H4vNAm0Mlxh"
    "kbvtIofYyrBQ3i22giE8pD4wGn3koYtZLTJ854EypLDJRs6U24K4g4rbOzL9X9t4RmYzjr"
    "hbgZte0EKhu3JoX9JhSa4V3BN8F1ThNiGAVohrKMSrQyeF8vyAxRjQQaA9kQb0rlTZkHcF"
    "dUPepQqHuE5W5E85v1sAqzKuW/0fF92rE+Is4G1uWOeic/4Hd5kw015yH0Sv+wMHPFp0Qd"
    "06NuoNF4jK66qUv/Bzeyo1P/XtfZkl/z5/xb9PLXguRvFyx5WElBiU+uyRqxH8pQHXPApg"
    "bW2hArfUhrRanLRpSjj9c2bBdDXIHIfUZFaOzIpo9OfWI+2iWNeR4WFZWfnJMe3CzHwYLc"
    "IJDKnylNfysWLrowykCrRvUQQdtHHHvTeZ9S+uoIPOjXmNnk/mM9sxR+SlN6NDcjN//dr8"
    "cNQmnzt/JW9+ytTyt/GM3Wn5OmcR7+0iZ1Fr+dvS8rXauSW1U1Geco4Vz0rwlXNZGa0Kbz"
    "GwnFpJBnMNEjtKOzyx/omzHodkMAovzVI2NusahVxUO6sq2Yf5k/CPtw2zAx94ePuOWUN2"
    "G+BG9wCuKvFsLBddHDe17AMJUK05as0xJyEyiB3nLDyLvydGFHL2RCR6aZWRl1YLi7bzij"
    "l4xrZJOKFIP0RvLbdQ81YesCLGljvFCm0+1rUR3PglzG7dM6nhHWeqj1t/nnYYa4exViVL"
    "yAt7k74OE53a/6797wdjCIlimqe6WbVk4QSoDlhVTRTWLtFnQWZFNJ7riev4vk1PUSzjon"
    "lK5UkOKdR5fDnYGIrRFcyYbI75t6h/TLimgXoILkhiW1NQMYBFYE1CkyxgxTmLNvGAp4D2"
    "AaqHadvY9XAI6gvNsWZuavJUfdHbW5zG4NN4r8IKosvbWyLsoDjv4K/n+YqQ5H3iyYasF6"
    "r9aU3wp1WUdQ5YytlcsfEVdmM7oiL/S8LuhgPucgc0nQFGKY1ncgU7eTBc28nlGaWIMMFj"
    "fm3R73rgm7zGXUZGTXJQoUBhRYbjdpbjS0kUUdgXHpELQ/ZPFnWM8Gi/w5ZcInsKbZkLbt"
    "xE6QXtnh955TjXWWTLFZt9REb1csy9KShbDuIH5ak5cdljG/2XB1P40LUFi81YVt9sdzMe"
    "H314H+5D/FG0BQffOufnT8sKsYVc0XadBtW2voSwsNp51QTiOJzKHKUFczjhEeDMfc8a0d"
    "gJA2fOGBsj8FJtpXv67qdau7f0fDo1Vn6QKnbaTGCV83N5/bwIKxjac/gC9yOfiyzgdMaS"
    "enjO8/daWwDchnkXxWTbyuoYnN+7NgJSa2spZlvceC9Oxx5R15iabkafn4Kk9DiYyguf2y"
    "F59jEsBVFHcuHwBjCyqCSGjd3REbaYkJtCzdUvysIZYbB4eQ6ThFS3Za14U0902UHSrJgj"
    "yJpAnlHFRhQ75iny/Q3PkomHVYkUAVWXSgnCCJYv2vQxh7fixb3Ev4crGiOXF2BUjXCK6K"
    "wDOpyDSLU85QhrZSisiRHtIm3Vk2NlFcnSnbkkuUR7KxDu8HxfSQsYbsMc7INF2UlUCQRa"
    "3t9T12uDNjmzUJnMkAqz2nFt9Xk5WmzGPFyp5drtXjRabSjfmaE8t1BzjqW8AcWZ65rKS8"
    "UDFIQDpKIBZCHFikaFOJT69oRAh+pc9tBd1w4L2/J+DW1RtNxx91ETfo+2h6fF+A0cNlzk"
    "GFuu53NLJecagTwIh7uWLHK7q9DRKfzIkioidwsliqkoL8eLN5eVJnArrPJ0qJiCbxPeSM"
    "Eks7kLS5oG3Z0tj+8sXhHq0bQtNErTj7LkEwFhwMQdB/8UNSOyBIpdPLJEGHE0GlI8UMcT"
    "q2Sv1fHEOp64uegMjpRMQfbpykcRcJXl2hZv0yE7dNwwUfb/hIgq/yV5/T5KHRXVu84tdq"
    "R7ZpYudK1EBeQG0aFxUTi6Ms+zIDN2NKqTROvppAFl6auIynslTTJ5Sm/sfrtI7Y13LSqr"
    "+GLrKJv+PEcPuzOSlgqXzmxzSFGlxAZSxIOp2QgmGYKyWU3L3fj81VRaKcVojVYh7UBrtF"
    "qjbS469182VinfzOYLx+oMvoOVubRMfdj0VUSmHohWs1nidHCrUJL2go7vJWVobvYjGFhE"
    "RvTRGtLsViEorIHoOwYkTyr3JdnSQ54OD/l3a4X1fDk7cvQiPP1z5gZIlFNKQsiFH2zaFh"
    "8MGOY//qvlci2XN5oNa7l8X+iUZ55Rx9eRhtU+j3ZNnwcc/I+WM/eMdQhSMInuulqTMK7j"
    "19Sr4pBar1JO7s46B+u7prJn0GRXmuwWnpVTTAxyaVbctuPY1GQ54nISNnnGAvBhkfdTv3"
    "8eo+ynXjKh6fu3T92rl284SWGQxVPzMzJogCoTFO+HNQ/XLPjm7LXWAl6e66Az0/MWjjvi"
    "CTS26fmrcqdJbfbwd6O2YT4LMuMyNzDlpwahk7Ca1OqTWnRtqEvsGHRjjNc8k4Gf5y6F53"
    "i+TIEjM+p6DiNDE03yz++Ip6xeZf0oXGMWwbPc8kApkItNLytHqaA6bwxK4UIDNR2+x0cl"
    "HL7HR7kOX7yVYQg1AScZeym/okMcanee9dYeTPdbKc8guxdUwXkERF2Ec4Y1tC1YGS88wq"
    "gPWskDiby6GqRQxFd6abo+0Kwzm9mogua4TTNGtYs8qDMx3jBXABXaP66AiO+QOzp0phQF"
    "DjHpx2AAVoqdmI8UazgEHRxjzRlzOj9udvoNJ9hrp2al7biGU5Nn5xr8V4UjMA51EAFdu2"
    "Y8XBmqivcYkEZ73V4TVVCuW3usg+7ZxMkq/JaP7hBAo7tWqT3froTuEECju05tN2c6M9my"
    "8jGehNPIXwP5FXtlJsFUrtxa3jix4fqSAZJsi1UqMJmE0wu7Ds906Zi6NLMUYQHjjEFpxN"
    "c5UbS/8lAt2orYmQaWTwfU9wHVAoHJwPzo/XZhdD6MNLzo0FKdDUQiKvYMwDD52fzOtoYk"
    "mCZm2Dn+6SOhvEza2DbviVxRHhqL+PzZbQ02PL/uRKBSJwJs0DufGaKgS9XwqjTwDuOrwi"
    "uNDbDiiS81UZ+C1ZivgHn4OuvRGs1N21hrAxTOoylSgSKOe28y61+ytc86NHliJk2VClQJ"
    "vF1rESR/Ek2LCrTw5y57oMuaRMiA1tivgX0uo2e2eiwwyGbAqhtloKwqb5vsfm7e55RczH"
    "OurWB2iHLKtoX0jVdTVESLPjcfKHYAtDzfGrYy1Oj4gHaRHm3DUN4ekI8tnex+bzt3pk1C"
    "wIRqS1bR/9PZHPtqjF1nSkQQ6QPMyEsbj637uSvqHDszXFiO65GF5U8wDsOlY+tP8vL2Fv"
    "PUAQ8nt7dt7HHgLDz4Z1ZQhwIvldHBwUNjgEdMmLOwHSG+9WY7N8Bzczwz+WdAFGYzZ8B+"
    "mzhsJWgx30KQ0+Xos+2YuR6D7O5GYwQ5LEPpWf/7p/MuubzqnvYGvf5F3DLKb8Yli6tu5z"
    "wpWsBGrZNnEYXT5mltns5mrJ9glrFl21k8NbxXyE7v5KgKJump6Q8nQFw0GJuE0QURQXX+"
    "kpj3JrYwFXZinw+ysDsS8q47CiyKBk1xYQBG4WXUjNn8I5DJfWdji1neBEaF7A0ZKeyGuS"
    "zviAG32KpoaJvWlHhDk3mc4dZnkviAkEFaohHeAj8Ne3dxmAD961e12VApGzy7Is8I0I4P"
    "0RVyDi6YVFfI2UJJl+ieqbS2Y2AarQm03uHBST04Hn0zIyA010uYglO24ePeoocCFI0yYz"
    "+fxOwoOwJUI7bFWX/lbmFRKGVxukqw5ctAilAgdnnUdIeToBD2YuKU7iWyl1ayd/R+zgz+"
    "DdWolABUuOt1y+TtutxcSs1nGMXBQF4z7mxn+KAyveJvWfKkigMpTKq9nVSmTV0/I6syF6"
    "UrAGWPqP1F4+q4xEM1/MT6JPlm5p4pjlpbQSm7cVoTHg6IxgxpS+HMjvCe6XhJeCUADWQ8"
    "d7mtoso+qx/qFmEDDhzo3NxTdYvFIRtTywLm9y0bTUpYS1nYqnj/bsvnjiCgygxrmniyT7"
    "wJT7XsuVtS+DqkfRlY+mqcvwnQxqyO53n+zqdT010azjhN5vyAjTiUwpVOuIYlC0DgDh85"
    "UyBjm4QHQZDf/wJEefFR3NoM3KV0r+ZnVDKiJ+1rrQxfSXivXeQrkRY6q3ybqsAFsXJfiC"
    "pULCzNMHWYxT32LwHYumeh8z8rXmCd6dbw9Icui1Le/qRj4gF2Bf+bLlMNrWK+htjAtvY1"
    "aF+D9jU8ZRQP9kw6XObpLsUBrMqph63ut07v/ET0mb9hZ334eXEiWWFJpWObLYozg0Xzo5"
    "V2Hh9aA+Mc1djAEGWOzs/weGqvgfCjd2VabcGoXKTze4luZvx1Kh4lMaA1TpLmSPQVDhJg"
    "7FUN4CHItuwYOw2824sxWxsK6yzrRiiqimk9Xb5ZC1SfbrCbn9R/lka48yvnMHN9hUt0Hh"
    "lOTAzcwqAoVGal6rLSbjBgKq7GvH31a4ZetPlH5OlK2IVsg5qSzozeW2b0o2nPMyzHRewu"
    "BDmkAjQ74HeKHIQd6lrZJ6C8U3j0masxTx15+STY8BGw9u6XG1ndZIiNuGULDgHqepnBOf"
    "kKXAREZSWuZr7J0bt3pXS1dwW62rukroabqgKG5fADxO6b169LYBdG5WKX30sW/mJ+Zgny"
    "vwz6F3kZPCFIUm+whj75D0EBpoHYLkAuIqPYl5F0WyS0AJxg776M//4f2J30MA=="
)
