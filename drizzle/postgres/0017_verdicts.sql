CREATE TABLE "requested_reviewer" (
	"review_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "requested_reviewer_review_id_user_id_pk" PRIMARY KEY("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "verdict" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"review_id" text COLLATE "C" NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"author_name" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"comment" text COLLATE "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "needs_all_reviewers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "decision_comment" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "requested_reviewer" ADD CONSTRAINT "requested_reviewer_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_reviewer" ADD CONSTRAINT "requested_reviewer_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdict" ADD CONSTRAINT "verdict_review_id_review_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."review"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requested_reviewer_user" ON "requested_reviewer" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verdict_review" ON "verdict" USING btree ("review_id");